// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { shopLoaded } from '../../../../../src/state/clinic';
import { clinicOpened, sessionLost, sessionStarted, signedOut } from '../../../../../src/state/session';
import { makeStore } from '../../../../../src/app/store';
import { emptyForm } from '../../../../../src/domain/booking/draft';
import { entryParams } from '../../../../../src/features/booking/open/entryParams';
import { extendTime, pickTime } from '../../../../../src/features/booking/hold/hold';
import { keepOnHide } from '../../../../../src/features/booking/listeners';
import { openBooking } from '../../../../../src/features/booking/open/openBooking';
import { report } from '../../../../../src/features/booking/store/report';
import { formTyped } from '../../../../../src/features/booking/store/slice';
import { portalDb } from '../../../../../src/offline/database/db';
import { savedKinds } from '../../../../../src/offline/marker';
import { guest, owner, servicesAt } from '../../../api/support';
import { exampleShop } from '../../../shop';
import { chooseExam, clinicOfTest, openPage, slot, type Page } from '../bookingSupport';
import { exam } from '../steps/stepSupport';

const openHere = () => openPage({ shop: { feature_settings: {} } });
const typed = { ...emptyForm, firstName: 'Riley Park', petName: 'Biscuit', note: 'Limps', allowRemind: false };

const savedRow = async () =>
  (await portalDb().drafts.get(clinicOfTest())) as
    | { saved: { position: unknown; draft: { form: unknown } } }
    | undefined;
const savedStep = async () => (await savedRow())?.saved.position;

async function toForm(page: Page): Promise<void> {
  page.store.dispatch(report('new-chosen'));
  chooseExam(page);
  await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
}

/** What writes a page's drafts, and a write's end that comes only when told. */
function slow(page: Page) {
  const drafts = page.services.drafts.loaded;
  if (!drafts) throw new Error('The module that writes drafts is not loaded');
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { drafts, isOver, end };
}

beforeEach(async () => {
  localStorage.clear();
  await Promise.all(portalDb().tables.map((table) => table.clear()));
});

describe('the page', () => {
  it('opens the booking only once its clinic is known, whose settings decide where it begins (D-54)', async () => {
    const store = makeStore(servicesAt('http://127.0.0.1:9/api'));
    const open = () => store.dispatch(openBooking('/oakwood', entryParams(new URLSearchParams())));
    store.dispatch(clinicOpened({ clinicId: 'oakwood', saved: null }));
    await open();
    expect(store.getState().booking.isOpen).toBe(false);
    store.dispatch(shopLoaded({ shop: exampleShop(), source: 'network' }));
    await open();
    expect(store.getState().booking.isOpen).toBe(true);
  });
});

describe('the draft on the device', () => {
  it('brings a killed page back to the same step, values and hold', async () => {
    const before = await openHere();
    await toForm(before);
    before.store.dispatch(formTyped(typed));
    await expect.poll(async () => (await savedRow())?.saved.draft.form).toEqual(typed);

    const after = await openHere();
    expect(after.booking().position).toEqual({ step: 'client-info' });
    expect(after.booking().draft).toEqual(before.booking().draft);
    expect(after.booking().draft.hold?.deadline).toBe(before.booking().draft.hold?.deadline);
  });

  it('is written at each step', async () => {
    const page = await openHere();
    page.store.dispatch(report('new-chosen'));
    await expect.poll(savedStep).toEqual({ step: 'appointment' });
    await toForm(page);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    page.store.dispatch(report('went-back'));
    await expect.poll(savedStep).toEqual({ step: 'appointment' });
  });

  it('is written when the page hides, without waiting for a pause in typing', async () => {
    const page = await openHere();
    await toForm(page);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    const stop = keepOnHide(page.store.dispatch);
    page.store.dispatch(formTyped(typed));
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    window.dispatchEvent(new Event('pagehide'));
    await expect.poll(async () => (await savedRow())?.saved.draft.form, { timeout: 300, interval: 10 }).toEqual(typed);
    Reflect.deleteProperty(document, 'visibilityState');
    stop();
  });

  it('has the step that was just entered, where the page ends before its first write is done', async () => {
    const page = await openHere();
    page.store.dispatch(report('new-chosen'));
    await expect.poll(savedStep).toEqual({ step: 'appointment' });
    const { drafts, isOver, end } = slow(page);
    // The time and its step are two changes in one tap; of the two writes the second is slow.
    page.services.drafts.loaded = {
      ...drafts,
      saveDraft: async (clinicId, saved) => {
        if (saved.position.step === 'client-info') await isOver;
        else await drafts.saveDraft(clinicId, saved);
      },
    };
    const stop = keepOnHide(page.store.dispatch);
    try {
      await toForm(page);
      await expect.poll(() => page.services.drafts.kept?.draft).toBe(page.booking().draft);
      expect(await savedStep()).toEqual({ step: 'appointment' });
      window.dispatchEvent(new Event('pagehide'));
      await expect.poll(savedStep, { timeout: 300, interval: 10 }).toEqual({ step: 'client-info' });
    } finally {
      stop();
      end();
    }
  });

  it('is gone where the page ends just as the booking begins anew, before its removal is done', async () => {
    const page = await openHere();
    await toForm(page);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    page.store.dispatch(report('went-back'));
    await expect.poll(savedStep).toEqual({ step: 'appointment' });
    const { drafts, isOver, end } = slow(page);
    page.services.drafts.loaded = { ...drafts, removeDraft: () => isOver };
    const stop = keepOnHide(page.store.dispatch);
    try {
      page.store.dispatch(report('went-back'));
      window.dispatchEvent(new Event('pagehide'));
      await expect.poll(savedStep, { timeout: 300, interval: 10 }).toBeUndefined();
    } finally {
      stop();
      end();
    }
  });

  it('stays where another tab is hidden that has not begun, or that has begun anew before', async () => {
    const waiting = await openHere();
    const first = await openHere();
    await toForm(first);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    const hide = async (page: Page) => {
      const stop = keepOnHide(page.store.dispatch);
      window.dispatchEvent(new Event('pagehide'));
      await new Promise((later) => setTimeout(later, 100));
      stop();
    };
    await hide(waiting);
    expect(await savedStep()).toEqual({ step: 'client-info' });
    first.store.dispatch(report('went-back'));
    first.store.dispatch(report('went-back'));
    await expect.poll(savedStep).toBeUndefined();
    await expect.poll(() => first.services.drafts.kept).toBeUndefined();
    await toForm(waiting);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    await hide(first);
    expect(await savedStep()).toEqual({ step: 'client-info' });
  });

  it('stays as another tab has left it when a page hides in which nothing was typed since', async () => {
    const first = await openHere();
    await toForm(first);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    const second = await openHere();
    await expect.poll(() => second.services.drafts.kept?.position).toEqual({ step: 'client-info' });
    first.store.dispatch(formTyped(typed));
    await expect.poll(async () => (await savedRow())?.saved.draft.form).toEqual(typed);

    const hide = async () => {
      const stop = keepOnHide(second.store.dispatch);
      window.dispatchEvent(new Event('pagehide'));
      await new Promise((later) => setTimeout(later, 100));
      stop();
    };
    await hide();
    expect((await savedRow())?.saved.draft.form).toEqual(typed);
    // What is typed in it after all is kept.
    second.store.dispatch(formTyped({ ...typed, note: 'Limps more' }));
    await hide();
    expect((await savedRow())?.saved.draft.form).toMatchObject({ note: 'Limps more' });
  });

  it('has a time that was extended at once, since the countdown goes on where the page is killed', async () => {
    const page = await openHere();
    await toForm(page);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    await page.store.dispatch(extendTime());
    const { hold } = page.booking().draft;
    expect(hold?.isExtended).toBe(true);
    await expect
      .poll(async () => (await savedRow())?.saved.draft, { timeout: 300, interval: 10 })
      .toMatchObject({ hold });
  });

  it('goes, with its marker, when the booking begins anew', async () => {
    const page = await openHere();
    page.store.dispatch(report('new-chosen'));
    await expect.poll(savedStep).toEqual({ step: 'appointment' });
    page.store.dispatch(report('went-back'));
    expect(page.booking().position).toEqual({ step: 'client-type' });
    await expect.poll(savedStep).toBeUndefined();
    await expect.poll(() => savedKinds(clinicOfTest()).has('draft')).toBe(false);
  });

  it('is not looked for on a first visit', async () => {
    await openHere();
    expect([...savedKinds(clinicOfTest())]).not.toContain('draft');
    expect(await savedRow()).toBeUndefined();
  });

  it("stays another clinic's own", async () => {
    const oakwood = await openHere();
    await toForm(oakwood);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    const harbor = await openPage({ clinicId: `${clinicOfTest()}-harbor`, shop: { feature_settings: {} } });
    expect(harbor.booking().position).toEqual({ step: 'client-type' });
    expect(await savedStep()).toEqual({ step: 'client-info' });
  });

  it('of one signed-in owner is not shown to another', async () => {
    const riley = await openHere();
    riley.store.dispatch(sessionStarted(owner()));
    await toForm(riley);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    const sam = owner('owner-2');
    await expect.poll(() => savedKinds(clinicOfTest()).has('session')).toBe(true);
    await portalDb().sessions.put({
      clinicId: clinicOfTest(),
      token: sam.token,
      user: { ...sam.user, id: 'user-sam' },
    });
    expect((await openHere()).booking().draft.time).toBeNull();
  });

  it('that is broken starts the booking anew', async () => {
    const page = await openHere();
    page.store.dispatch(report('new-chosen'));
    await expect.poll(savedStep).toEqual({ step: 'appointment' });
    await portalDb().drafts.put({ clinicId: clinicOfTest(), saved: { version: 1, position: 'nowhere' } });
    expect((await openHere()).booking().position).toEqual({ step: 'client-type' });
  });

  it('stays when the session is lost while it is read (ERR-04)', async () => {
    const page = await openHere();
    page.store.dispatch(sessionStarted(owner()));
    await toForm(page);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    const reloaded = page.store.dispatch(openBooking('/reloaded', entryParams(new URLSearchParams())));
    page.store.dispatch(sessionLost('ended'));
    await reloaded;
    expect(page.booking()).toMatchObject({
      address: '/reloaded',
      position: { step: 'client-info' },
      draft: { time: { dateTime: slot().dateTime } },
    });
  });

  it('goes with the session when the owner signs out', async () => {
    const page = await openHere();
    page.store.dispatch(sessionStarted(owner()));
    await toForm(page);
    await expect.poll(savedStep).toEqual({ step: 'client-info' });
    page.store.dispatch(signedOut());
    await expect.poll(() => portalDb().sessions.get(clinicOfTest())).toBeUndefined();
    await expect.poll(savedRow).toBeUndefined();
    expect(page.booking()).toMatchObject({ position: { step: 'client-type' }, draft: { time: null, customer: null } });
    await expect.poll(() => savedKinds(clinicOfTest()).has('session')).toBe(false);
  });
});

describe('the session on the device', () => {
  it("goes on after a reload, a guest's too, since the hold is its", async () => {
    const page = await openHere();
    page.store.dispatch(sessionStarted(guest('guest-7')));
    await expect.poll(() => savedKinds(clinicOfTest()).has('session')).toBe(true);
    expect((await openHere()).store.getState().session.token).toBe('guest-7');
  });
});
