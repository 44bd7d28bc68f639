// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectionLost } from '../../../../src/state/connection';
import { rememberEarly, rememberErrors } from '../../../../src/app/telemetry/earlyEvents';
import { watchVisit } from '../../../../src/app/telemetry/watchVisit';
import { report } from '../../../../src/features/booking/store/report';
import { pickTime } from '../../../../src/features/booking/hold/hold';
import { chooseExam, openPage, slot } from '../../features/booking/bookingSupport';
import { exam } from '../../features/booking/steps/stepSupport';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { guest } from '../../api/support';

let server: Awaited<ReturnType<typeof tinyServer>>;
let isBroken = false;
beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  isBroken = false;
  server = await tinyServer((request, response) => {
    if (request.url.endsWith('/guest-sign-in')) return ok(response, guest());
    if (request.url.endsWith('/booking_sessions'))
      return isBroken
        ? reply(response, 500, { success: false, code: 'internal', message: 'no' })
        : ok(response, { recorded: true });
    return reply(response, 404, { success: false, code: 'not_found', message: 'Not found' });
  });
});
afterEach(() => server.close());

const told = () =>
  server.seen
    .filter(({ url }) => url.endsWith('/booking_sessions'))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const steps = () => told().map((each) => each['last_recorded_step']);
const quiet = { feature_settings: {} };

it('tells each step of a visit under one number, with the referral (TRACK-01, TRACK-02, QUERY-01)', async () => {
  const page = await openPage({
    base: server.base,
    shop: quiet,
    query: '?utm_source=mail&utm_campaign=spring&utm_medium=link',
  });
  const stop = watchVisit(page.store);
  page.store.dispatch(report('new-chosen'));
  chooseExam(page);
  await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
  page.store.dispatch(report('hold-expired'));
  await vi.waitFor(() => expect(steps()).toEqual([0, 1, 4, 15, 5, 16, 4]));
  stop();
  expect(new Set(told().map((each) => each['session_id'])).size).toBe(1);
  expect(told()[0]).toMatchObject({
    referral_source: 'mail',
    referral_campaign: 'spring',
    referral_medium: 'link',
    device_cookies_allowed: true,
    device_display_width: expect.any(Number),
    device_timezone: expect.any(String),
  });
});

it('tells also the steps from before its code was there, in their order (TRACK-01)', async () => {
  const page = await openPage({ base: server.base, shop: quiet });
  const early = rememberEarly(page.store, rememberErrors());
  page.store.dispatch(report('new-chosen'));
  chooseExam(page);
  await page.store.dispatch(pickTime('2026-11-25', slot(), exam));
  expect(steps()).toEqual([]);
  const stop = watchVisit(page.store, early.states);
  early.stop();
  page.store.dispatch(report('went-back'));
  await vi.waitFor(() => expect(steps()).toEqual([0, 1, 4, 15, 5, 4]));
  stop();
});

it('tells of a page where booking is off (D-49)', async () => {
  const page = await openPage({ base: server.base, shop: { feature_settings: { online_booking_disabled: true } } });
  const stop = watchVisit(page.store);
  await vi.waitFor(() => expect(steps()).toEqual([0, 18]));
  stop();
});

it('says nothing of what fails, and nothing without a network (TRACK-01)', async () => {
  isBroken = true;
  const page = await openPage({ base: server.base, shop: quiet });
  const stop = watchVisit(page.store);
  await vi.waitFor(() => expect(steps()).toHaveLength(2));
  expect(page.store.getState().toasts).toEqual([]);
  expect(page.store.getState().connection.isOnline).toBe(true);
  page.store.dispatch(connectionLost());
  page.store.dispatch(report('new-chosen'));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(steps()).toHaveLength(2);
  stop();
});

it('keeps the referral of the visit’s first address (QUERY-01, D-31)', async () => {
  await openPage({ query: '?utm_source=mail' });
  const later = await openPage({ query: '' });
  expect(later.booking().params.referral).toEqual({ source: 'mail', campaign: null, medium: null });
});
