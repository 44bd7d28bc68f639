import type { Route } from '@playwright/test';
import { product, provider } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, test as base } from './support/fixtures';
import { PortalServer } from './support/server';

/** Chicago's nights of changed clocks: what can be chosen from 1 to 4 am, and the instants behind two of the labels. */
const nights = [
  {
    title: 'the night of the hour that comes twice',
    clock: '2026-10-31T17:00:00Z',
    day: 'Sun Nov 1, 2026',
    labels: ['1:00am', '1:30am', '2:00am', '2:30am', '3:00am', '3:30am'],
    // 1:30 is the first of the two, before the clocks go back; 2:00 is three half hours later, not one.
    booked: [
      { label: '1:30am', fromDate: '2026-11-01T06:30:00.000Z', toDate: '2026-11-01T07:00:00.000Z' },
      { label: '2:00am', fromDate: '2026-11-01T08:00:00.000Z', toDate: '2026-11-01T08:30:00.000Z' },
    ],
  },
  {
    title: 'the night without an hour',
    clock: '2027-03-13T18:00:00Z',
    day: 'Sun Mar 14, 2027',
    labels: ['1:00am', '1:30am', '3:00am', '3:30am'],
    booked: [
      { label: '1:30am', fromDate: '2027-03-14T07:30:00.000Z', toDate: '2027-03-14T08:00:00.000Z' },
      { label: '3:00am', fromDate: '2027-03-14T08:00:00.000Z', toDate: '2027-03-14T08:30:00.000Z' },
    ],
  },
];

const nightClinic = {
  shop: { id: 'night', metadata: { bookingSlotInterval: 30 } },
  providers: [provider({ id: 'ada', firstName: 'Dr. Ada Park', hours: [{ day: 7, start: '01:00', end: '04:00' }] })],
  products: [product({ id: 'exam', name: 'Exam', providerIds: ['ada'] })],
};

// In Berlin it is morning then, in Honolulu still the evening before: neither may show.
const browserZones = ['Europe/Berlin', 'Pacific/Honolulu'];

for (const { title, clock, day, labels, booked } of nights) {
  const test = base.extend<object, { server: PortalServer }>({
    server: [
      async ({}, provide) => {
        const server = await PortalServer.start([nightClinic], { CLOCK: clock });
        await provide(server);
        await server.remove();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  });

  test(`APPT-12 D-123 D-212: ${title} shows and books the clinic's times, wherever the browser is`, async ({
    browser,
    server,
    complaints,
  }) => {
    const left = [...labels];
    for (const [n, { label }] of booked.entries()) {
      const context = await browser.newContext({ baseURL: server.origin, timezoneId: browserZones[n]! });
      complaints.listen(context);
      const page = await context.newPage();
      const booking = new Booking(page);
      const owner = someOwner();
      await booking.open('night');
      await booking.begin('New client');
      await booking.chooseVisit();
      await expect(booking.dates.first()).toHaveAccessibleName(`${day}, ${left.length} openings`);
      await booking.dates.first().click();
      await expect(page.getByRole('group', { name: `Times on ${day}` })).toBeVisible();
      await expect(booking.times).toHaveText(left);
      await expect(page.getByText('All times are in Central Time')).toBeVisible();

      await page.getByRole('button', { name: label, exact: true }).click();
      await booking.fillForm(owner);
      await booking.submit.click();
      await booking.code.fill(await server.code(`+1${owner.phone}`));
      await booking.expectScheduled('Alex');
      await expect(page.getByText(`${day}, ${label}`, { exact: true })).toBeVisible();
      left.splice(left.indexOf(label), 1);
      await context.close();
    }
    // The operator reads the clinic's own times, and the instants behind them are the right ones.
    const [, ...lines] = (await server.clinic('appointments', 'night')).trim().split('\n');
    expect(lines.map((line) => line.slice(0, `${day}, 1:30am`.length))).toEqual(
      booked.map(({ label }) => `${day}, ${label}`),
    );
    const { appointments } = JSON.parse(await server.clinic('export', 'night')) as {
      appointments: { fromDate: string; toDate: string }[];
    };
    const stored = appointments
      .map(({ fromDate, toDate }) => ({ fromDate, toDate }))
      .sort((a, b) => a.fromDate.localeCompare(b.fromDate));
    expect(stored).toEqual(booked.map(({ fromDate, toDate }) => ({ fromDate, toDate })));
  });
}

base(
  "D-123, D-413: a zone that the browser does not know is the device's own, as the note says",
  async ({ browser, server, addClinic, complaints }) => {
    const id = await addClinic({
      shop: { metadata: { isAutoAccept: true, businessHours: [{ day: 1, startHour: 9, endHour: 17 }] as never } },
    });
    const context = await browser.newContext({
      baseURL: server.origin,
      timezoneId: 'Europe/Berlin',
      serviceWorkers: 'block',
    });
    complaints.expect(/Service Worker registration blocked/);
    complaints.listen(context);
    const page = await context.newPage();
    const renamed: string[] = [];
    const rename = async (route: Route) => {
      const response = await route.fetch();
      const body = await response.text();
      if (body.includes('"America/Chicago"')) renamed.push(route.request().resourceType());
      await route.fulfill({ response, body: body.replaceAll('"America/Chicago"', '"Mars/Olympus"') });
    };
    await page.route(new RegExp(`/${id}(\\?.*)?$`), rename);
    const booking = new Booking(page);
    const owner = someOwner();
    await booking.open(id);
    await booking.begin('New client');
    await booking.chooseVisit();
    await expect(page.getByText('All times are in Central European Time')).toBeVisible();
    await booking.chooseTime();
    await booking.fillForm(owner);
    await booking.submit.click();
    await booking.code.fill(await server.code(`+1${owner.phone}`));
    await booking.expectScheduled('Alex');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    expect(await (await file).path()).toBeTruthy();
    expect(renamed).toContain('document');
    await context.close();
  },
);
