import type { Locator, Page } from '@playwright/test';
import { Booking, someOwner } from '../../e2e/support/booking';
import { clinicId, slowDown, withPhone, withServer } from './pages';
import { atMost, median, type Row } from './report';
import type { PortalServer } from '../../e2e/support/server';

type Slow = { ms: number; what: string };

const runs = 3;

/** From each tap and key of a booking to the next painted frame, as the browser itself times it; the slowest of each run. */
export const interaction = (): Promise<Row[]> =>
  withServer({}, async (server) => {
    const slowest: Slow[] = [];
    for (let run = 0; run < runs; run += 1) slowest.push(await withPhone((page) => slowestOf(page, server)));
    const { what } = slowest.toSorted((a, b) => b.ms - a.ms)[0]!;
    return [
      atMost('slowest interaction of a booking, 4x slower CPU', median(slowest.map(({ ms }) => ms)), 100, {
        unit: 'ms',
        note: what,
      }),
    ];
  });

/** A tap by its place alone: the driver's own taps look for what they hit, within the page's time. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  await target.page().touchscreen.tap(x + width / 2, y + height / 2);
}

async function slowestOf(page: Page, server: PortalServer): Promise<Slow> {
  await slowDown(page);
  const seen: Slow[] = [];
  await page.exposeFunction('interacted', (ms: number, what: string) => void seen.push({ ms, what }));
  await page.addInitScript(() => {
    const tell = (window as unknown as { interacted(ms: number, what: string): void }).interacted;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
        const { name, target, duration, interactionId } = entry;
        const element = target as HTMLElement | null;
        if (interactionId)
          tell(duration, `${name} ${element?.getAttribute('name') ?? element?.innerText?.slice(0, 30) ?? ''}`);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  const owner = someOwner();
  const booking = new Booking(page);
  await page.goto(`${server.origin}/${clinicId}`);
  await tap(page.getByRole('button', { name: 'New client' }));
  await booking.chooseVisit();
  await tap(booking.dates.first());
  await tap(booking.times.first());
  const typed = [
    [booking.fullName, owner.name],
    [booking.phone, owner.phone],
    [booking.email, owner.email],
    [booking.petName, owner.pet],
    [booking.note, owner.note],
  ] as const;
  for (const [field, text] of typed) {
    await tap(field);
    await field.pressSequentially(text);
  }
  await tap(booking.submit);
  await booking.code.pressSequentially(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  return seen.toSorted((a, b) => b.ms - a.ms)[0]!;
}
