import type { Locator, Page } from '@playwright/test';
import { Booking, someOwner } from '../../e2e/support/booking';
import { clinicId, slowDown, threadClock, withPhone, withServer } from './pages';
import { atMost, median, spreadOf, type Row } from './report';
import type { PortalServer } from '../../e2e/support/server';

type Slow = { ms: number; what: string };

const runs = 3;

/**
 * The processor time of the page's main thread from each tap and key of a booking until its effect is painted, at a 4x
 * slower CPU; the slowest of each run.
 */
export const interaction = (): Promise<Row[]> =>
  withServer({}, async (server) => {
    const slowest: Slow[] = [];
    for (let run = 0; run < runs; run += 1) slowest.push(await withPhone((page) => slowestOf(page, server)));
    const { what } = slowest.toSorted((a, b) => b.ms - a.ms)[0]!;
    const times = slowest.map(({ ms }) => ms);
    return [
      atMost('slowest interaction of a booking, 4x slower CPU: processor time', median(times), 50, {
        unit: 'ms',
        spread: spreadOf(times),
        note: what,
      }),
    ];
  });

/** A tap by its place alone: the driver's own taps look for what they hit, within the page's time. */
async function placeOf(target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  return () => target.page().touchscreen.tap(x + width / 2, y + height / 2);
}

async function slowestOf(page: Page, server: PortalServer): Promise<Slow> {
  await slowDown(page);
  const clock = await threadClock(page);
  const seen: Slow[] = [];
  const timed = async (what: string, act: () => Promise<void>) => {
    // What a screen still does after it has appeared is not the next tap's.
    await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 3000 })));
    const before = await clock();
    await act();
    await page.evaluate(
      () => new Promise<void>((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted()))),
    );
    seen.push({ ms: (await clock()) - before, what });
  };
  const tap = async (what: string, target: Locator) => timed(what, await placeOf(target));
  const owner = someOwner();
  const booking = new Booking(page);
  await page.goto(`${server.origin}/${clinicId}`);
  await tap('New client', page.getByRole('button', { name: 'New client' }));
  await booking.chooseVisit();
  await tap('a date', booking.dates.first());
  await tap('a time', booking.times.first());
  const typed = [
    [booking.fullName, owner.name],
    [booking.phone, owner.phone],
    [booking.email, owner.email],
    [booking.petName, owner.pet],
    [booking.note, owner.note],
  ] as const;
  for (const [field, text] of typed) {
    await tap('a field', field);
    for (const key of text) await timed('a key', () => page.keyboard.insertText(key));
  }
  await tap('Continue booking', booking.submit);
  await booking.code.pressSequentially(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  return seen.toSorted((a, b) => b.ms - a.ms)[0]!;
}
