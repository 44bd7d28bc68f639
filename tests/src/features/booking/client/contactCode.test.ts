// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { sessionStarted } from '../../../../../src/state/session';
import type { WaitingContact } from '../../../../../src/contract/auth';
import { selectChangedContact } from '../../../../../src/features/booking/client/contactCode';
import { resendCode } from '../../../../../src/features/booking/client/lookup';
import { keepContact, submitClientInfo, submitCode } from '../../../../../src/features/booking/saving/submit';
import { ok, reply } from '../../../../support/tinyServer';
import { owner } from '../../../api/support';
import { atForm, client, values, type Answer } from '../saving/submitSupport';

const email: WaitingContact = { email: 'riley@new.example', phoneCode: null, phoneNumber: null };
const phone: WaitingContact = { email: null, phoneCode: '1', phoneNumber: '5125550177' };
const changed = { ...values, email: 'riley@new.example' };
const both = { ...changed, phoneNumber: '512-555-0177' };

const userWith = (waiting: WaitingContact[], given: object = {}) => ({ ...owner().user, waiting, ...given });
/** The owner at the form, where the profile's answer says what waits. */
async function asOwner(waiting: WaitingContact[], answers: Record<string, Answer> = {}) {
  const page = await atForm({
    profile: (response) => ok(response, userWith(waiting)),
    by_user_id: (response) => ok(response, client),
    ...answers,
  });
  page.store.dispatch(sessionStarted(owner()));
  return page;
}
const sent = (page: Awaited<ReturnType<typeof asOwner>>, name: string) =>
  page.seen(name).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const proves = (...left: WaitingContact[][]): Answer => {
  const rest = [...left];
  return (response) =>
    ok(response, {
      ...owner(),
      user: userWith(rest.shift() ?? [], { email: email.email, phoneNumber: phone.phoneNumber }),
    });
};

describe('a contact that a signed-in owner changes in the form (D-402)', () => {
  it('is asked for by the code that is sent to it alone, once the profile is saved; nothing is booked before', async () => {
    const page = await asOwner([email]);
    expect(await page.store.dispatch(submitClientInfo(changed))).toEqual({ kind: 'moved' });
    expect(page.booking().position).toEqual({ step: 'verification', origin: 'client-info' });
    expect(page.calls().slice(-2)).toEqual(['profile', 'init']);
    expect(sent(page, 'init')).toEqual([{ role: 'ROLE_CUSTOMER', email: 'riley@new.example' }]);
    expect(page.seen('appointments')).toEqual([]);
    expect(await page.store.dispatch(resendCode())).toBe(true);
    expect(sent(page, 'init')[1]).toEqual(sent(page, 'init')[0]);
  });

  it('takes effect by its code, and the booking goes on with it', async () => {
    const page = await asOwner([email], { verify: proves([]) });
    await page.store.dispatch(submitClientInfo(changed));
    expect(await page.store.dispatch(submitCode('123456'))).toBe('moved');
    expect(sent(page, 'verify')).toEqual([{ role: 'ROLE_CUSTOMER', email: 'riley@new.example', code: '123456' }]);
    expect(sent(page, 'upsert')[0]).toMatchObject({
      email: 'riley@new.example',
      phone: '5125550142',
      source: 'client_info_collection',
    });
    expect(page.step()).toBe('success');
  });

  it('is kept waiting: the booking goes on with the contact in use, and the form says so when it is back', async () => {
    const page = await asOwner([email]);
    await page.store.dispatch(submitClientInfo(changed));
    expect(await page.store.dispatch(keepContact())).toBe('moved');
    expect(page.seen('verify')).toEqual([]);
    expect(sent(page, 'upsert')[0]).toMatchObject({ email: 'riley@example.com' });
    expect(page.booking()).toMatchObject({
      position: { step: 'success' },
      draft: { customer: { email: 'riley@example.com' } },
    });
  });

  it('both are asked for one after the other; one may be proved and the other kept', async () => {
    const page = await asOwner([phone, email], {
      verify: (response) => ok(response, { ...owner(), user: userWith([email], { phoneNumber: phone.phoneNumber }) }),
    });
    await page.store.dispatch(submitClientInfo(both));
    expect(selectChangedContact(page.store.getState())?.kind).toBe('phone');
    await page.store.dispatch(submitCode('123456'));
    expect(page.step()).toBe('verification');
    expect(selectChangedContact(page.store.getState())?.kind).toBe('email');
    await page.store.dispatch(keepContact());
    expect(sent(page, 'init')).toEqual([
      { role: 'ROLE_CUSTOMER', phoneNumber: '5125550177', phoneCode: '1' },
      { role: 'ROLE_CUSTOMER', email: 'riley@new.example' },
    ]);
    expect(sent(page, 'upsert')).toMatchObject([{ email: 'riley@example.com', phone: '5125550177' }]);
    expect(page.step()).toBe('success');
  });

  it('ends nothing when its code is wrong, or was tried too often', async () => {
    const refusals = [
      { status: 401, code: 'InvalidCode' },
      { status: 400, code: 'VerificationMaximumExceeded' },
    ];
    const page = await asOwner([email], {
      verify: (response) => {
        const { status, code } = refusals.shift()!;
        reply(response, status, { success: false, code, message: code });
      },
    });
    await page.store.dispatch(submitClientInfo(changed));
    expect(await page.store.dispatch(submitCode('111111'))).toBe('wrong');
    expect(await page.store.dispatch(submitCode('111112'))).toBe('exceeded');
    expect(page.booking().draft.verificationError).toBeNull();
    await page.store.dispatch(keepContact());
    expect(page.step()).toBe('success');
  });

  it('is kept waiting where no code can be sent to it now: the booking goes on either way', async () => {
    const page = await asOwner([email], {
      init: (response) =>
        reply(response, 429, { success: false, code: 'too_many_requests', message: 'Please call us' }),
    });
    await page.store.dispatch(submitClientInfo(changed));
    expect(sent(page, 'upsert')[0]).toMatchObject({ email: 'riley@example.com' });
    expect(page.step()).toBe('success');
  });

  it('stays on the form when the network went before the code was asked for', async () => {
    const page = await asOwner([email], { init: (response) => void response.destroy() });
    expect(await page.store.dispatch(submitClientInfo(changed))).toEqual({ kind: 'failed' });
    expect(page.step()).toBe('client-info');
  });

  it('goes back to the contact in use when the session ends meanwhile: by that one the owner is known', async () => {
    const page = await asOwner([email], {
      verify: (response) => reply(response, 401, { success: false, code: 'unauthorized', message: 'Unauthorized' }),
    });
    await page.store.dispatch(submitClientInfo(changed));
    expect(await page.store.dispatch(submitCode('123456'))).toBe('moved');
    expect(selectChangedContact(page.store.getState())).toBeNull();
    expect(page.store.getState().session.user?.is_guest).toBe(true);
    expect(page.booking()).toMatchObject({
      position: { step: 'verification', origin: 'client-info' },
      draft: { customer: { email: 'riley@example.com' } },
    });
    expect(sent(page, 'init')[1]).toMatchObject({ phoneNumber: '5125550142', email: 'riley@example.com' });
  });

  it('kept by an owner who is signed out meanwhile: a code to the contact in use takes them on', async () => {
    let isEnded = false;
    const page = await asOwner([email], {
      upsert: (response) =>
        isEnded
          ? reply(response, 401, { success: false, code: 'unauthorized', message: 'Unauthorized' })
          : ok(response, client),
    });
    await page.store.dispatch(submitClientInfo(changed));
    isEnded = true;
    expect(await page.store.dispatch(keepContact())).toBe('moved');
    expect(page.booking()).toMatchObject({
      position: { step: 'verification', origin: 'client-info' },
      draft: { customer: { email: 'riley@example.com' } },
    });
    expect(sent(page, 'init')[1]).toMatchObject({ phoneNumber: '5125550142', email: 'riley@example.com' });
    isEnded = false;
    await page.store.dispatch(submitCode('123456'));
    expect(page.step()).toBe('success');
  });

  it('is not asked for where it is the one in use, in other letters, or was changed for an earlier booking', async () => {
    const page = await asOwner([email]);
    page.store.dispatch(sessionStarted({ ...owner(), user: userWith([email]) }));
    await page.store.dispatch(submitClientInfo({ ...values, email: 'Riley@Example.com' }));
    expect(page.seen('init')).toEqual([]);
    expect(page.step()).toBe('success');
  });

  it('of a guest is none: their code signs them in, and nothing else is asked for', async () => {
    const page = await atForm({
      verify: (response) => ok(response, { ...owner(), user: userWith([email]) }),
      by_user_id: (response) => ok(response, { ...client, email: 'riley@clinic.example' }),
    });
    await page.store.dispatch(submitClientInfo(changed));
    await page.store.dispatch(submitCode('123456'));
    expect(page.seen('init')).toHaveLength(1);
    expect(page.step()).toBe('success');
  });
});
