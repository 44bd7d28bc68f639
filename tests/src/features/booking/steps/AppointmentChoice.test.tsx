// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { connectionLost } from '../../../../../src/state/connection';
import type { DateSlot } from '../../../../../src/contract/availability';
import { AppointmentChoice } from '../../../../../src/features/booking/steps/AppointmentChoice';
import { ok, reply, tinyServer, type Seen } from '../../../../support/tinyServer';
import { guest } from '../../../api/support';
import { slot } from '../bookingSupport';
import { exam, renderStep } from './stepSupport';

type OpenTimes = (request: Seen) => { data: DateSlot[]; searched_to: string } | 'broken';
const servers: Awaited<ReturnType<typeof tinyServer>>[] = [];
afterEach(async () => {
  cleanup();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const openDay = (date: string, labels: string[]): DateSlot => ({
  date,
  available: labels.length,
  use_time_slots: true,
  times: labels.map((label, index) => slot(`${date}T1${index + 4}:00:00.000Z`, label)),
});
const endless = { data: [], searched_to: '2099-01-01' };

async function open(openTimes: OpenTimes, { chosen = true, hold = 'granted' as 'granted' | 'taken', more = {} } = {}) {
  let isSlow = false;
  const waiting: (() => void)[] = [];
  const server = await tinyServer((request, response) => {
    if (request.url.endsWith('/guest-sign-in')) return ok(response, guest());
    if (request.url.endsWith('/species'))
      return ok(response, {
        data: [
          { id: 'dog', name: 'Dog' },
          { id: 'cat', name: 'Cat' },
        ],
      });
    if (request.url.endsWith('/open_times')) {
      const answer = openTimes(request);
      return answer === 'broken'
        ? reply(response, 500, { success: false, code: 'internal', message: 'Internal error' })
        : ok(response, answer);
    }
    if (request.url.endsWith('/blocked_time')) {
      const answer = () =>
        hold === 'granted'
          ? ok(response, { id: 'hold-1', expire: new Date(Date.now() + 600_000).toISOString() })
          : reply(response, 409, { success: false, code: 'slot_gone', message: 'gone' });
      return isSlow ? void waiting.push(answer) : answer();
    }
    return reply(response, 404, { success: false, code: 'not_found', message: 'Not found' });
  });
  servers.push(server);
  const rendered = await renderStep(<AppointmentChoice />, {
    base: server.base,
    position: { step: 'appointment' },
    ...(chosen ? {} : { draft: { species: null, selectedProducts: [] } }),
    ...more,
  });
  const asked = () =>
    server.seen
      .filter((each) => each.url.endsWith('/open_times'))
      .map((each) => JSON.parse(each.body) as Record<string, unknown>);
  const holds = () => server.seen.filter((each) => each.url.endsWith('/blocked_time'));
  return {
    ...rendered,
    server,
    asked,
    holds,
    slow: () => void (isSlow = true),
    answer: () => waiting.splice(0).forEach((each) => each()),
  };
}

const twoDays: OpenTimes = ({ body }) => {
  const { exact_start_date } = JSON.parse(body) as { exact_start_date?: boolean };
  return exact_start_date
    ? endless
    : {
        data: [openDay('2026-11-25', ['8:30am', '10:30am']), openDay('2026-11-26', ['9:00am'])],
        searched_to: '2026-11-26',
      };
};

describe('choosing', () => {
  it('offers types for the species, with duration and cost, then the dates', async () => {
    const { store } = await open(twoDays, {
      chosen: false,
      more: { product: { ...exam, description: 'Nose to tail', metadata: { time: 30, cost: 68 } } },
    });
    const type = (await screen.findByLabelText('Appointment type')) as HTMLSelectElement;
    expect(type.disabled).toBe(true);
    await userEvent.selectOptions(screen.getByLabelText('Species'), 'Dog');
    await userEvent.selectOptions(type, 'Exam, 30 min, $68.00');
    expect(screen.getByText('Nose to tail')).toBeTruthy();
    expect(await screen.findByRole('radio', { name: 'Wed Nov 25, 2026, 2 openings' })).toBeTruthy();
    expect(screen.getByText('All times are in Central Time')).toBeTruthy();
    expect(store.getState().booking.draft.selectedProducts).toEqual([
      { provider: null, products: [{ id: 'exam', name: 'Exam' }] },
    ]);
  });

  it('asks for open times of all clinicians, from today, until five dates or the end (D-58, D-65)', async () => {
    const { asked } = await open(twoDays);
    await screen.findByRole('radio', { name: 'Thu Nov 26, 2026, 1 opening' });
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[0]).toMatchObject({
      productIds: ['exam'],
      providerIds: ['ada'],
      days_to_check: 4,
      max_attempts: 10,
      client_booking: true,
    });
    expect(asked()[1]).toMatchObject({ date: '2026-11-27', days_to_check: 8, exact_start_date: true });
    expect(await screen.findByText('no more dates')).toBeTruthy();
  });

  it('holds a time once, however often it is tapped (D-59)', async () => {
    const page = await open(twoDays);
    page.slow();
    const time = await screen.findByRole('button', { name: '10:30am' });
    await userEvent.click(time);
    await userEvent.click(time);
    await userEvent.click(screen.getByRole('button', { name: '8:30am' }));
    await waitFor(() => expect(page.holds()).toHaveLength(1));
    page.answer();
    await waitFor(() => expect(page.store.getState().booking.position).toEqual({ step: 'client-info' }));
    expect(page.holds()).toHaveLength(1);
  });

  it('strikes a taken time through and says so (HOLD-06)', async () => {
    await open(twoDays, { hold: 'taken' });
    await userEvent.click(await screen.findByRole('button', { name: '10:30am' }));
    expect(
      await screen.findByText("We're sorry, this time is no longer available. Please choose another time."),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: '10:30am, no longer available' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
  });

  it('shows the policy once, and again by its link (APPT-17, D-69)', async () => {
    HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
      this.open = false;
    };
    await open(twoDays, { more: { shop: { metadata: { bookingPolicy: '<p>Please arrive<br>early.</p>' } } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Our appointment policy' }));
    expect(await screen.findByRole('heading', { name: 'Our Appointment Policy' })).toBeTruthy();
    expect(screen.getByText(/Please arrive/).textContent).toBe('Please arrive\nearly.');
    await userEvent.click(screen.getByRole('button', { name: 'Okay' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Our Appointment Policy' })).toBeNull());
  });
});

describe('what was chosen before something else was chosen (D-408)', () => {
  const clinicians = [
    { id: 'ada', firstName: 'Ada' },
    { id: 'bo', firstName: 'Bo' },
  ];
  const both = { ...exam, providerIds: ['ada', 'bo'] };
  const box = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^I would like to drop my pet off/ });
  const type = () => screen.findByLabelText('Appointment type');
  const lastAsked = (asked: () => Record<string, unknown>[]) =>
    waitFor(() => expect(asked().at(-1)).toBeDefined()).then(() => asked().at(-1)!);

  it('a clinician who was named is anybody where the next type asks for none (APPT-10)', async () => {
    const { store, asked } = await open(twoDays, {
      more: { product: both, clinicians, others: [{ ...exam, id: 'trim', name: 'Trim', providerIds: ['bo'] }] },
    });
    await userEvent.selectOptions(await screen.findByLabelText('Clinician'), 'Bo');
    expect(store.getState().booking.draft.selectedProducts[0]?.provider?.id).toBe('bo');
    await userEvent.selectOptions(await type(), 'trim');
    expect(screen.queryByLabelText('Clinician')).toBeNull();
    expect(store.getState().booking.draft.selectedProducts).toEqual([
      { provider: null, products: [{ id: 'trim', name: 'Trim' }] },
    ]);
    expect(await lastAsked(asked)).toMatchObject({ productIds: ['trim'], providerIds: ['bo'] });
    // And back: whoever is not asked for any more is not asked for.
    await userEvent.selectOptions(await type(), 'exam');
    expect(screen.getByLabelText<HTMLSelectElement>('Clinician').value).toBe('any');
  });

  it('a clinician whose row a drop-off takes away is anybody', async () => {
    const more = {
      product: { ...both, dropoff_enabled: true },
      clinicians: [clinicians[0]!, { ...clinicians[1]!, maxDropoffs: 0 }],
    };
    const { store } = await open(twoDays, { more });
    await userEvent.selectOptions(await screen.findByLabelText('Clinician'), 'Ada');
    await userEvent.click(box()!);
    expect(screen.queryByLabelText('Clinician')).toBeNull();
    expect(store.getState().booking.draft).toMatchObject({ isDropoff: true, selectedProducts: [{ provider: null }] });
  });

  it('a drop-off that one type requires is not ticked for the next one, an own tick is (D-64)', async () => {
    const others = [
      { ...exam, id: 'dental', name: 'Dental', dropoff_required: true },
      { ...exam, id: 'bath', name: 'Bath', dropoff_enabled: true },
    ];
    const { store } = await open(twoDays, { more: { product: { ...exam, dropoff_enabled: true }, others } });
    await userEvent.selectOptions(await type(), 'dental');
    expect([box()?.checked, box()?.disabled]).toEqual([true, true]);
    await userEvent.selectOptions(await type(), 'bath');
    expect([box()?.checked, box()?.disabled]).toEqual([false, false]);
    expect(store.getState().booking.draft.isDropoff).toBe(false);
    await userEvent.click(box()!);
    await userEvent.selectOptions(await type(), 'exam');
    expect(box()?.checked).toBe(true);
  });

  const held = (product: { id: string; name: string }, more: object = {}) => ({
    returningClientFlow: false,
    selectedProducts: [{ provider: { id: 'bo', firstName: 'Bo' }, products: [product] }],
    isDropoff: true,
    date: '2026-11-25',
    time: {
      date: '2026-11-25',
      dateTime: '2026-11-25T16:30:00.000Z',
      dateTimeLabel: '10:30am',
      dateTimeProviderId: 'bo',
      roomId: null,
    },
    hold: {
      time_slot_calendar_id: 'hold-1',
      deadline: new Date(Date.now() + 300_000).toISOString(),
      isExtended: false,
    },
    ...more,
  });

  it.each([
    [
      'a clinician who is gone',
      both,
      [clinicians[0]!],
      { selectedProducts: [{ provider: null, products: [{ id: 'exam' }] }], isDropoff: false, time: null, hold: null },
    ],
    [
      'a type that is gone',
      { ...both, id: 'other', name: 'Other' },
      clinicians,
      { species: { id: 'dog' }, selectedProducts: [], time: null, hold: null },
    ],
    [
      'a type that this kind of client cannot have',
      { ...both, metadata: { time: 30, allowNewClients: false } },
      clinicians,
      { selectedProducts: [], time: null },
    ],
  ])(
    'a saved draft comes back without %s, and without the time that hung on it',
    async (_, product, present, expected) => {
      const others = [{ ...exam, id: 'else', name: 'Else' }];
      const { store } = await open(twoDays, {
        more: { product, others, clinicians: present, draft: held({ id: 'exam', name: 'Exam' }) },
      });
      await waitFor(() => expect(store.getState().booking.draft).toMatchObject(expected));
    },
  );

  it('a saved draft that still stands keeps its time', async () => {
    const draft = held({ id: 'exam', name: 'Exam' });
    const { store } = await open(twoDays, {
      more: {
        product: { ...both, dropoff_enabled: true },
        clinicians: [...clinicians, { id: 'cy', firstName: 'Cy' }],
        draft,
      },
    });
    await screen.findByRole('radio', { name: 'Wed Nov 25, 2026, 2 openings' });
    expect(store.getState().booking.draft).toMatchObject({ ...draft, selectedProducts: [{ provider: { id: 'bo' } }] });
  });
});

describe('nothing to choose (D-53)', () => {
  it('says that there are no open times, with text us', async () => {
    await open(() => endless);
    expect(
      await screen.findByText(
        "We're sorry, there are no open times online right now for the appointment type you selected",
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Text us' })).toBeTruthy();
  });

  it('says that a failed search failed, and searches again when asked', async () => {
    let isBroken = true;
    await open((request) => (isBroken ? 'broken' : twoDays(request)));
    expect(await screen.findByText("We couldn't load the open times.")).toBeTruthy();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('radio', { name: 'Wed Nov 25, 2026, 2 openings' })).toBeTruthy();
  });

  it('asks for another date when the last time of a day has gone', async () => {
    await open(() => ({ ...endless, data: [openDay('2026-11-25', ['10:30am'])] }), { hold: 'taken' });
    await userEvent.click(await screen.findByRole('button', { name: '10:30am' }));
    expect(await screen.findByText('No appointments available. Please select a different date.')).toBeTruthy();
  });

  it('goes to no availability when the clinic has no type for this kind of client', async () => {
    const { store } = await open(twoDays, { chosen: false, more: { product: { ...exam, providerIds: [] } } });
    await waitFor(() => expect(store.getState().booking.position).toEqual({ step: 'no-availability' }));
  });
});

describe('without a network', () => {
  it('keeps the times on screen and says why none can be held', async () => {
    const { store, holds } = await open(twoDays);
    await screen.findByRole('button', { name: '10:30am' });
    await waitFor(() => expect(screen.getByText('no more dates')).toBeTruthy());
    store.dispatch(connectionLost());
    expect(await screen.findByText("You're offline. Connect to the internet to do this.")).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '10:30am' }));
    expect(holds()).toHaveLength(0);
  });
});
