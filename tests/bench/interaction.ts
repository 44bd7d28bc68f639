import type { Locator, Page } from '@playwright/test';
import { Booking, someOwner, type Owner } from '../../e2e/support/booking';
import { clinicOfSam, Requests } from '../../e2e/support/requests';
import type { PortalServer } from '../../e2e/support/server';
import { clinicId, sessionOf, slowDown, withPhone, withServer } from './pages';
import { atMost, median, spreadOf, type Row } from './report';
import { costOf, traced } from './trace';

type Slow = { ms: number; what: string };

const runs = 5;
/** How long a key stays down, milliseconds. */
const keyMs = 80;

/** How an owner taps and types; each is named in the trace. */
export type Hand = {
  tap: (what: string, target: Locator) => Promise<void>;
  type: (what: string, field: Locator, text: string) => Promise<void>;
  key: (what: string, key: string) => Promise<void>;
};

/**
 * The processor time of the page's main thread from each tap and key to the end of the frame that shows its effect, by
 * the browser's own timing of events, at a 4x slower CPU: the slowest of each run of a booking and of the portal.
 */
export const interaction = async (): Promise<Row[]> => {
  const sam = someOwner({ name: 'Sam Rivera' });
  const given = clinicOfSam(sam);
  const settings = { ...given.shop?.feature_settings, client_online_cancellation_enabled: true };
  return withServer({ ...given, shop: { ...given.shop, feature_settings: settings } }, async (server) => [
    await slowest('a booking', (page) => book(page, server)),
    await slowest('the portal', (page, run) => lookAround(page, server, sam, run)),
  ]);
};

/** `begin` makes ready what is not measured, and returns what is. */
async function slowest(
  where: string,
  begin: (page: Page, run: number) => Promise<(hand: Hand) => Promise<void>>,
): Promise<Row> {
  const found: Slow[] = [];
  for (let run = 0; run < runs; run += 1)
    found.push(
      await withPhone(async (page) => {
        await slowDown(page);
        return slowestOf(page, await begin(page, run));
      }),
    );
  const times = found.map(({ ms }) => ms);
  return atMost(`slowest interaction of ${where}, 4x slower CPU: processor time`, median(times), 50, {
    unit: 'ms',
    spread: spreadOf(times),
    note: found.toSorted((a, b) => b.ms - a.ms)[0]!.what,
  });
}

/** The slowest of what `act` does with a page. */
export const slowestOf = async (page: Page, act: (hand: Hand) => Promise<void>): Promise<Slow> =>
  (await costsOf(page, act))[0]!;

/** What each tap and key of `act` cost, the slowest first. */
async function costsOf(page: Page, act: (hand: Hand) => Promise<void>): Promise<Slow[]> {
  const trace = await traced(await sessionOf(page), async (mark) => {
    const still = () =>
      page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 3000 })));
    const shown = () =>
      page.evaluate(() => new Promise<void>((is) => requestAnimationFrame(() => requestAnimationFrame(() => is()))));
    const tap = async (what: string, target: Locator) => {
      // What is drawn anew meanwhile can no longer be scrolled to.
      await target.waitFor();
      await still();
      await target.scrollIntoViewIfNeeded();
      // By its place alone: the driver's own taps look for what they hit, within the page's time.
      const { x, y, width, height } = (await target.boundingBox())!;
      await still();
      await mark(what);
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      await shown();
    };
    const type = async (what: string, field: Locator, text: string) => {
      await tap(what, field);
      await mark(`a key in ${what}`);
      // As a hand does, which lets go and goes on when it sees the letter: what is typed within one frame is counted twice.
      for (const key of text) {
        await page.keyboard.press(key === ' ' ? 'Space' : key, { delay: keyMs });
        await shown();
      }
    };
    const key = async (what: string, pressed: string) => {
      await still();
      await mark(what);
      await page.keyboard.press(pressed);
      await shown();
    };
    await act({ tap, type, key });
  });
  const costs = trace.effects.map((effect) => ({
    ms: costOf(trace, effect),
    what: trace.marks.findLast(({ at }) => at <= effect.start)?.text ?? 'before all',
  }));
  if (costs.length < trace.marks.length) throw new Error('The trace has fewer effects than taps.');
  return costs.toSorted((a, b) => b.ms - a.ms);
}

async function book(page: Page, server: PortalServer) {
  const owner = someOwner();
  const booking = new Booking(page, 'Quiet Vets');
  await page.goto(`${server.origin}/${clinicId}`);
  return async ({ tap, type }: Hand) => {
    await tap('New client', page.getByRole('button', { name: 'New client' }));
    await booking.chooseVisit();
    await tap('a date', booking.dates.first());
    await tap('a time', booking.times.first());
    await type('the name', booking.fullName, owner.name);
    await type('the phone', booking.phone, owner.phone);
    await type('the e-mail', booking.email, owner.email);
    await type('the pet’s name', booking.petName, owner.pet);
    await type('the reason', booking.note, owner.note);
    await tap('Continue booking', booking.submit);
    await booking.code.waitFor();
    await type('the code', booking.code, await server.code(`+1${owner.phone}`));
    await booking.expectScheduled('Alex');
  };
}

async function lookAround(page: Page, server: PortalServer, owner: Owner, run: number) {
  const requests = new Requests(page, server, clinicId);
  await page.goto(`${server.origin}/${clinicId}?redirect=pets`);
  await requests.enterCode(owner, run + 1);
  await page.waitForLoadState('networkidle');
  return async ({ tap, type }: Hand) => {
    for (const name of ['Maple', 'Olive'])
      await tap(
        'a pet',
        page.getByRole('radiogroup', { name: 'Your pets' }).getByRole('radio').filter({ hasText: name }),
      );
    await tap('Medications', page.locator('label').filter({ hasText: 'Medications' }));
    await tap('Request a refill', page.getByRole('button', { name: 'Request a refill' }));
    await tap('a medication', requests.dialog.getByRole('radio', { name: /Apoquel/ }));
    await type('the note', requests.dialog.getByLabel('Note'), 'Two boxes please');
    await tap('Send', requests.dialog.getByRole('button', { name: 'Send', exact: true }));
    await requests.dialog.waitFor({ state: 'hidden' });
    await tap('My Appointments', page.getByRole('link', { name: 'My Appointments' }).first());
    await tap('Past', page.locator('label').filter({ hasText: 'Past' }));
    await tap('Upcoming', page.locator('label').filter({ hasText: 'Upcoming' }));
    await tap('an appointment', page.locator('main li a').first());
    await tap('Cancel appointment', page.getByRole('button', { name: 'Cancel appointment' }));
    await tap('keeping it', page.getByRole('dialog').getByRole('button').first());
  };
}
