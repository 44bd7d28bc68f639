// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { sessionLost, sessionStarted } from '../../../../src/state/session';
import { pickTime } from '../../../../src/features/booking/hold/hold';
import { findAccount } from '../../../../src/features/booking/client/lookup';
import { report } from '../../../../src/features/booking/store/report';
import { submitClientInfo } from '../../../../src/features/booking/saving/submit';
import { reply } from '../../../support/tinyServer';
import { owner } from '../../api/support';
import { chooseExam, slot } from './bookingSupport';
import { exam } from './steps/stepSupport';
import { atForm, atStart, values } from './saving/submitSupport';

const skips = { skip_demo_shop_booking_otp_enabled: true };
const demo = { is_demo: true };
const contacts = { phoneNumber: '5125550142', email: '' };

describe('a demo clinic that skips codes (D-28)', () => {
  it.each([
    ['', 'client-type', 'appointment', 0],
    ['?redirect=elsewhere', 'returning-info', 'appointment', 0],
    ['?redirect=pets', 'returning-info', 'verification', 1],
    ['?redirect=appointments', 'returning-info', 'verification', 1],
  ])(
    'with the query "%s" a returning client comes from %s to %s, and %i codes are sent',
    async (query, from, to, codes) => {
      const page = await atStart({}, skips, { shop: demo, query });
      expect(page.step()).toBe(from);
      if (from === 'client-type') page.store.dispatch(report('returning-chosen'));
      expect(await page.store.dispatch(findAccount(contacts))).toEqual({ kind: 'moved' });
      expect(page.step()).toBe(to);
      expect(page.seen('init')).toHaveLength(codes);
    },
  );

  it('sends a code where nothing can be booked, since signing in is all that is left (D-33)', async () => {
    const page = await atStart(
      {},
      { ...skips, online_booking_disabled: true, pet_portal_enabled: true },
      { shop: demo, query: '?redirect=elsewhere' },
    );
    await page.store.dispatch(findAccount(contacts));
    expect([page.step(), page.seen('init').length]).toEqual(['verification', 1]);
  });

  it.each(['', '?redirect=elsewhere', '?redirect=pets'])(
    'with the query "%s" a booked visit ends at success, without a code',
    async (query) => {
      const page = await atStart({}, skips, { shop: demo, query });
      if (page.step() === 'returning-info') page.store.dispatch(report('went-back'));
      page.store.dispatch(report('new-chosen'));
      chooseExam(page);
      await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
      expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
      expect(page.step()).toBe('success');
      expect(page.seen('init')).toHaveLength(0);
      expect(page.seen('appointments')).toHaveLength(1);
    },
  );

  it('goes on as a guest where an owner was signed in', async () => {
    const page = await atForm(
      { profile: (response) => reply(response, 500, { success: false, code: 'internal', message: 'no' }) },
      skips,
      { shop: demo },
    );
    page.store.dispatch(sessionStarted(owner()));
    page.store.dispatch(sessionLost('ended'));
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect([page.step(), page.seen('init').length]).toEqual(['success', 0]);
  });
});

it.each([{ is_demo: false }, {}])(
  'any other clinic asks for a code whatever its settings say (D-28): %o',
  async (shop) => {
    const page = await atForm({}, skips, { shop });
    await page.store.dispatch(submitClientInfo(values));
    expect([page.step(), page.seen('init').length, page.seen('appointments').length]).toEqual(['verification', 1, 0]);
  },
);
