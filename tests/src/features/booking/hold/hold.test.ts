// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as limits from '../../../../../src/limits';
import { emptyForm } from '../../../../../src/domain/booking/draft';
import { sessionStarted } from '../../../../../src/state/session';
import { serverNow } from '../../../../../src/state/clock';
import { connectionFound } from '../../../../../src/state/connection';
import { keepDraft } from '../../../../../src/features/booking/draft/keepDraft';
import { pickTime, extendTime } from '../../../../../src/features/booking/hold/hold';
import { report } from '../../../../../src/features/booking/store/report';
import type { PaymentRequest } from '../../../../../src/contract/payments';
import { payDeposit } from '../../../../../src/features/booking/deposit/deposit';
import { contactsOnly } from '../../../../../src/features/booking/client/requestBodies';
import {
  customerEntered,
  formTyped,
  holdExtended,
  locationChosen,
} from '../../../../../src/features/booking/store/slice';
import { submitClientInfo, submitCode } from '../../../../../src/features/booking/saving/submit';
import { portalDb } from '../../../../../src/offline/database/db';
import { ok, reply, tinyServer } from '../../../../support/tinyServer';
import { guest, owner } from '../../../api/support';
import { chooseExam, clinicOfTest, openPage, slot } from '../bookingSupport';
import { exam } from '../steps/stepSupport';
import { appointment, atForm, values, type Answer } from '../saving/submitSupport';

const start = Date.parse('2026-11-21T15:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const withoutHolds = { shop: { feature_settings: {} } };
const typed = { ...emptyForm, firstName: 'Riley Park', petName: 'Biscuit' };

beforeEach(async () => {
  localStorage.clear();
  await Promise.all(portalDb().tables.map((table) => table.clear()));
});

describe('the countdown', () => {
  beforeEach(() => {
    // The database runs on immediates, which stay real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start });
  });
  afterEach(() => vi.useRealTimers());

  async function held() {
    const page = await openPage(withoutHolds);
    page.store.dispatch(report('new-chosen'));
    chooseExam(page);
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    page.store.dispatch(formTyped(typed));
    return page;
  }

  it('ends at one absolute instant, ten minutes after the pick', async () => {
    const page = await held();
    expect(page.booking().draft.hold?.deadline).toBe(iso(start + limits.holdMs));
    await vi.advanceTimersByTimeAsync(limits.holdMs - 1);
    expect(page.booking().position).toEqual({ step: 'client-info' });
    await vi.advanceTimersByTimeAsync(1);
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'hold-expired' });
    expect(page.booking().draft).toMatchObject({ time: null, hold: null, form: typed, species: { name: 'Dog' } });
  });

  it('jumps to the truth after the device has slept', async () => {
    const page = await held();
    await vi.advanceTimersByTimeAsync(5000);
    vi.setSystemTime(start + limits.holdMs + 60_000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.booking().position).toEqual({ step: 'appointment' });
  });

  it('starts again when another time is picked', async () => {
    const page = await held();
    await vi.advanceTimersByTimeAsync(limits.holdMs - 1000);
    page.store.dispatch(report('went-back'));
    await page.store.dispatch(pickTime('2026-11-25', slot('2026-11-25T17:00:00.000Z', '11:00am'), exam));
    await vi.advanceTimersByTimeAsync(limits.holdMs - 1);
    expect(page.booking().position).toEqual({ step: 'client-info' });
    await vi.advanceTimersByTimeAsync(1);
    expect(page.booking().position).toEqual({ step: 'appointment' });
  });

  it('can be extended once, by ten minutes', async () => {
    const page = await held();
    await vi.advanceTimersByTimeAsync(limits.holdMs - 30_000);
    await page.store.dispatch(extendTime());
    await page.store.dispatch(extendTime());
    expect(page.booking().draft.hold).toMatchObject({
      deadline: iso(start + limits.holdMs + limits.holdExtensionMs),
      isExtended: true,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.booking().position).toEqual({ step: 'client-info' });
  });

  it('goes on to the same instant after a reload, and is over at once when that has passed', async () => {
    const page = await held();
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(async () => expect(await portalDb().drafts.get(clinicOfTest())).toBeDefined());
    vi.setSystemTime(start + limits.holdMs - 2000);
    const again = await openPage(withoutHolds);
    expect(again.booking().position).toEqual({ step: 'client-info' });
    expect(again.booking().draft.hold).toEqual(page.booking().draft.hold);

    vi.setSystemTime(start + limits.holdMs + 1);
    const late = await openPage(withoutHolds);
    await vi.advanceTimersByTimeAsync(0);
    expect(late.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'hold-expired' });
    expect(late.booking().draft.form).toEqual(typed);
  });

  /** A clinic with locations, where Back from the picker keeps the hold. */
  const withLocations = {
    shop: { feature_settings: { multi_location_v1_enabled: true }, location: [{ id: 'north' }, { id: 'south' }] },
  };
  async function heldAtLocation() {
    const page = await openPage(withLocations);
    page.store.dispatch(report('new-chosen'));
    page.store.dispatch(locationChosen({ id: 'north', name: 'North' }));
    page.store.dispatch(report('location-chosen'));
    chooseExam(page);
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    page.store.dispatch(report('went-back'));
    page.store.dispatch(report('went-back'));
    expect(page.booking()).toMatchObject({
      position: { step: 'location' },
      draft: { time: { dateTime: slot().dateTime } },
    });
    return page;
  }

  it('takes the time away at the location step too, and the picker says so', async () => {
    const page = await heldAtLocation();
    await vi.advanceTimersByTimeAsync(limits.holdMs);
    expect(page.booking()).toMatchObject({
      position: { step: 'location' },
      draft: { time: null, hold: null, location: { id: 'north' } },
    });
    page.store.dispatch(report('location-chosen'));
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'hold-expired' });
  });

  it('that ended while the page was closed at the location step comes back without its time', async () => {
    const page = await heldAtLocation();
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(async () =>
      expect(await portalDb().drafts.get(clinicOfTest())).toMatchObject({ saved: { position: { step: 'location' } } }),
    );
    vi.setSystemTime(start + limits.holdMs + 1);
    const late = await openPage(withLocations);
    await vi.advanceTimersByTimeAsync(0);
    expect(late.booking()).toMatchObject({
      position: { step: 'location' },
      pickerMessage: 'hold-expired',
      draft: { time: null, hold: null },
    });
    expect(late.booking().draft.selectedProducts).toEqual(page.booking().draft.selectedProducts);
  });

  it('sends nothing with a time that ran out in the very moment of the tap', async () => {
    const page = await held();
    // No tick has passed since: the device has just woken up.
    vi.setSystemTime(start + limits.holdMs + 60_000);
    expect(page.booking().position).toEqual({ step: 'client-info' });
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.booking()).toMatchObject({
      position: { step: 'appointment' },
      pickerMessage: 'hold-expired',
      draft: { time: null, hold: null, customer: null },
    });
  });

  it('sends no code and no card with it either', async () => {
    const page = await held();
    page.store.dispatch(customerEntered(contactsOnly({ phoneNumber: '5125550142', email: '' }, { phoneCode: '1' })));
    page.store.dispatch(report('form-passed'));
    expect(page.booking().position).toEqual({ step: 'verification', origin: 'client-info' });
    vi.setSystemTime(start + limits.holdMs + 60_000);
    expect(await page.store.dispatch(submitCode('123456'))).toBe('moved');
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'hold-expired' });

    const other = await held();
    vi.setSystemTime(start + 2 * limits.holdMs + 120_000);
    const isCharged = vi.fn();
    const card = { confirm: () => (isCharged(), Promise.resolve({ kind: 'confirmed' as const })) };
    await other.store.dispatch(
      payDeposit({ id: 'payment-1', status: 'pending', amount: 2500 } as PaymentRequest, card, null),
    );
    expect(isCharged).not.toHaveBeenCalled();
    expect(other.booking()).toMatchObject({ position: { step: 'appointment' }, draft: { time: null } });
  });

  it('leaves a running charge alone, and is let go of once the card was refused', async () => {
    const page = await held();
    const card = {
      confirm: async () => {
        await vi.advanceTimersByTimeAsync(limits.holdMs + 1000);
        expect(page.booking().draft.time).not.toBeNull();
        return { kind: 'refused' as const, message: 'Your card was declined.' };
      },
    };
    await page.store.dispatch(
      payDeposit({ id: 'payment-1', status: 'pending', amount: 2500 } as PaymentRequest, card, null),
    );
    expect(page.booking()).toMatchObject({
      isCharging: false,
      pickerMessage: 'hold-expired',
      draft: { time: null, hold: null },
    });
  });

  it('stops when the booking is given up', async () => {
    const page = await held();
    page.store.dispatch(report('went-back'));
    page.store.dispatch(report('went-back'));
    expect(page.booking()).toMatchObject({ position: { step: 'client-type' }, draft: { hold: null } });
    await vi.advanceTimersByTimeAsync(limits.holdMs * 2);
    expect(page.booking()).toMatchObject({ position: { step: 'client-type' }, pickerMessage: null });
  });
});

describe('after a create call whose answer was lost (D-97)', () => {
  const taken = { success: false, code: 'slot_gone', message: 'gone' };
  const holds = { hold_time_slots_enabled: true };
  /** A signed-in owner at the form, whose first create call booked without saying so. */
  async function unheard(then: Answer, extend: Answer = (response) => reply(response, 409, taken)) {
    let created = 0;
    const page = await atForm(
      {
        blocked_time: (response) => ok(response, { id: 'hold-1', expire: iso(Date.now() + limits.holdMs) }),
        'hold-1': extend,
        appointments: (response, request) => {
          created += 1;
          if (created > 1) then(response, request);
          else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome to our café</html>');
        },
      },
      holds,
    );
    page.store.dispatch(sessionStarted(owner()));
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'failed' });
    page.store.dispatch(connectionFound());
    return page;
  }
  /** The countdown's end, by the page's own clock. */
  const runOut = (page: Awaited<ReturnType<typeof unheard>>) => {
    page.store.dispatch(holdExtended(iso(Date.now() - 1)));
    return vi.waitFor(() => expect(page.booking().draft.hold).toBeNull(), 3000);
  };

  it('the end of the countdown takes no time away that may be booked: the call is sent again, and says so', async () => {
    const page = await unheard((response) => ok(response, appointment()));
    await runOut(page);
    expect(page.booking()).toMatchObject({
      position: { step: 'client-info' },
      pickerMessage: null,
      draft: { time: { dateTime: slot().dateTime } },
    });
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.booking()).toMatchObject({ position: { step: 'success' }, pickerMessage: null });
    expect(new Set(page.seen('appointments').map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('a hold that can be extended no more says nothing of the visit that may have taken its place', async () => {
    const page = await unheard((response) => ok(response, appointment()));
    await page.store.dispatch(extendTime());
    expect(page.booking()).toMatchObject({ position: { step: 'client-info' }, pickerMessage: null, goneTimes: [] });
  });

  it('a try that is answered ends the doubt: the next time runs out as ever', async () => {
    const page = await unheard((response) => reply(response, 409, taken));
    expect(await page.store.dispatch(submitClientInfo(values))).toEqual({ kind: 'moved' });
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'slot-gone' });
    await page.store.dispatch(pickTime('2026-11-25', slot('2026-11-25T17:00:00.000Z', '11:00am'), exam));
    await runOut(page);
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, pickerMessage: 'hold-expired' });
  });
});

describe('a clinic that holds times', () => {
  const servers: Awaited<ReturnType<typeof tinyServer>>[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  async function at(answer: Parameters<typeof tinyServer>[0]) {
    const server = await tinyServer((request, response) =>
      request.url.endsWith('/guest-sign-in') ? ok(response, guest()) : answer(request, response),
    );
    servers.push(server);
    const page = await openPage({ base: server.base });
    page.store.dispatch(report('new-chosen'));
    chooseExam(page);
    return { page, server };
  }

  it("counts to the server's deadline", async () => {
    const expire = iso(Date.now() + 5 * 60_000);
    const { page, server } = await at((_, response) => ok(response, { id: 'hold-1', expire }));
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    expect(page.booking().draft.hold).toEqual({ time_slot_calendar_id: 'hold-1', deadline: expire, isExtended: false });
    expect(page.booking().position).toEqual({ step: 'client-info' });
    expect(JSON.parse(server.seen[1]?.body ?? '')).toMatchObject({
      provider_id: 'ada',
      from_date: slot().dateTime,
      to_date: '2026-11-25T17:00:00.000Z',
      appointment_type_id: 'exam',
      title: 'Online booking hold',
    });
  });

  it('never counts more than ten minutes, though its clock is up to a second behind (HOLD-02, D-125)', async () => {
    const { page } = await at((_, response) =>
      ok(response, { id: 'hold-1', expire: iso(Date.now() + limits.holdMs + 900) }),
    );
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    const end = Date.parse(page.booking().draft.hold!.deadline);
    expect(end - serverNow(page.store.getState(), page.services)).toBeLessThanOrEqual(limits.holdMs);
  });

  it('ends when another tab has held another time, and leaves the saved draft to it (D-203)', async () => {
    const expire = iso(Date.now() + 5 * 60_000);
    const { page } = await at((_, response) => ok(response, { id: 'hold-1', expire }));
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    page.store.dispatch(formTyped(typed));
    const { clinicId, user } = page.store.getState().session;
    const other = new BroadcastChannel('portal');
    const held = { of: 'hold', clinicId, userId: user!.id, id: 'hold-2', expire: iso(Date.parse(expire) + 1) };
    const saved = () => portalDb().drafts.get(clinicOfTest());
    await vi.waitFor(async () => expect(await saved()).toMatchObject({ saved: { draft: { form: typed } } }));
    // Of another clinic, of another session, and of an earlier moment.
    for (const change of [{ clinicId: 'elsewhere' }, { userId: 'somebody' }, { expire: iso(Date.parse(expire) - 1) }])
      other.postMessage({ ...held, ...change });
    other.postMessage({ ...held, id: 'hold-1' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(page.booking().draft.hold).not.toBeNull();

    other.postMessage(held);
    await vi.waitFor(() => expect(page.booking().draft.hold).toBeNull());
    other.close();
    expect(page.booking()).toMatchObject({
      position: { step: 'appointment' },
      pickerMessage: 'hold-replaced',
      goneTimes: [],
      draft: { time: null, form: typed },
    });
    await page.store.dispatch(keepDraft());
    expect(await saved()).toMatchObject({ saved: { draft: { hold: { time_slot_calendar_id: 'hold-1' } } } });
  });

  it('tells the other tabs of the time that it has held', async () => {
    const other = new BroadcastChannel('portal');
    const heard = new Promise(
      (resolve) => (other.onmessage = ({ data }: MessageEvent<{ of: string }>) => data.of === 'hold' && resolve(data)),
    );
    const expire = iso(Date.now() + 5 * 60_000);
    const { page } = await at((_, response) => ok(response, { id: 'hold-1', expire }));
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    const { clinicId, user } = page.store.getState().session;
    expect(await heard).toEqual({ of: 'hold', clinicId, userId: user!.id, id: 'hold-1', expire, isMove: false });
    other.close();
  });

  it('strikes a taken time through and says so; the hold on another one goes on', async () => {
    let count = 0;
    const expire = iso(Date.now() + limits.holdMs);
    const { page } = await at((_, response) =>
      ++count === 1
        ? ok(response, { id: 'hold-1', expire })
        : reply(response, 409, { success: false, code: 'slot_gone', message: 'gone' }),
    );
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    page.store.dispatch(report('went-back'));
    const other = slot('2026-11-25T17:00:00.000Z', '11:00am');
    await page.store.dispatch(pickTime('2026-11-25', other, exam));
    expect(page.booking()).toMatchObject({
      position: { step: 'appointment' },
      goneTimes: [other.dateTime],
      pickerMessage: 'slot-gone',
    });
    expect(page.booking().draft).toMatchObject({
      time: { dateTime: slot().dateTime },
      hold: { time_slot_calendar_id: 'hold-1' },
    });
    expect(page.store.getState().toasts).toEqual([]);
  });

  it('strikes nothing through when nobody answered', async () => {
    const { page } = await at((_, response) => response.destroy());
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    expect(page.booking()).toMatchObject({ position: { step: 'appointment' }, goneTimes: [], pickerMessage: null });
    expect(page.store.getState().connection.isOnline).toBe(false);
  });
});

describe('a clinic that asks its calendar (HOLD-05, D-59, D-60)', () => {
  const asking = { feature_settings: { check_vetbridge_time_slot_availability: true } };
  const cases = [
    ['free', { success: true, data: { available: true } }, 200, { step: 'client-info' }, []],
    ['taken', { success: true, data: { available: false } }, 200, { step: 'appointment' }, [slot().dateTime]],
    [
      'refused',
      { success: false, code: 'slot_gone', message: 'gone' },
      409,
      { step: 'appointment' },
      [slot().dateTime],
    ],
    ['not answered', { success: false, code: 'internal', message: 'no' }, 500, { step: 'appointment' }, []],
  ] as const;

  it.each(cases)('%s', async (_name, body, status, position, gone) => {
    const server = await tinyServer((request, response) =>
      request.url.endsWith('/guest-sign-in') ? ok(response, guest()) : reply(response, status, body),
    );
    const page = await openPage({ base: server.base, shop: asking, query: '?product_token=open-sesame' });
    page.store.dispatch(report('new-chosen'));
    chooseExam(page);
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    expect(page.booking()).toMatchObject({
      position,
      goneTimes: gone,
      pickerMessage: gone.length > 0 ? 'slot-gone' : null,
    });
    const asked = server.seen.find(({ url }) => url.endsWith('/time_slots/check'));
    expect(JSON.parse(asked?.body ?? '{}')).toMatchObject({
      provider_id: 'ada',
      start_time: slot().dateTime,
      duration: 30,
      appointment_type_id: 'exam',
      product_token: 'open-sesame',
      is_dropoff: false,
    });
    await server.close();
  });

  it('a lost call changes nothing, and the time can be picked again (D-01, D-60)', async () => {
    let isLost = true;
    const server = await tinyServer((request, response) => {
      if (request.url.endsWith('/guest-sign-in')) return ok(response, guest());
      return isLost ? response.destroy() : ok(response, { available: true });
    });
    const page = await openPage({ base: server.base, shop: asking });
    page.store.dispatch(report('new-chosen'));
    chooseExam(page);
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    expect(page.booking()).toMatchObject({
      position: { step: 'appointment' },
      goneTimes: [],
      pickerMessage: null,
      draft: { time: null, hold: null },
    });
    isLost = false;
    page.store.dispatch(connectionFound());
    await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
    expect(page.booking()).toMatchObject({
      position: { step: 'client-info' },
      draft: { time: { dateTime: slot().dateTime } },
    });
    await server.close();
  });
});
