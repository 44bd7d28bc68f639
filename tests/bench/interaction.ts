import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { someOwner, type Owner } from '../../e2e/support/booking';
import { clinicOfSam } from '../../e2e/support/requests';
import type { PortalServer } from '../../e2e/support/server';
import { floorServer } from './floor';
import { button, field, handOn, label, link, type Hand, type Target } from './hand';
import { withOwnPhone, type OwnPhone } from './ownPhone';
import { clinicId, withFolder, withServer } from './pages';
import { atMost, median, spreadOf, type Row } from './report';
import { costOf, traced } from './trace';

type Slow = { ms: number; what: string };

const runs = 5;
/** How long a page that was opened is left to load what it loads by itself, milliseconds; the bare page loads nothing. */
const settleMs = { own: 2_000, bare: 500 };

/** Short words, since each key takes as long as a hand's. */
const short = (name: string) => ({ name, email: `${name[0]!.toLowerCase()}@x.example`, pet: 'Pip', note: 'Limping' });

/**
 * The processor time of the page's main thread from each tap and key to the end of the frame that shows its effect, by
 * the browser's own timing of events, at a 4x slower CPU: the slowest of each run of a booking and of the portal, in
 * turns with a bare page's.
 */
export const interaction = async (): Promise<Row[]> => {
  const sam = someOwner(short('Sam Rivera'));
  const given = clinicOfSam(sam);
  const settings = { ...given.shop?.feature_settings, client_online_cancellation_enabled: true };
  return withServer({ ...given, shop: { ...given.shop, feature_settings: settings } }, async (server) => {
    const bare = await floorServer();
    const found: Record<'bare' | 'booking' | 'portal', Slow>[] = [];
    try {
      for (let run = 0; run < runs; run += 1)
        found.push({
          bare: await slowestAfter((one) => tapBare(one, bare.origin)),
          booking: await slowestAfter((one) => book(one, server)),
          portal: await slowestAfter((one) => lookAround(one, server, sam, run)),
        });
    } finally {
      await bare.close();
    }
    const of = (where: keyof (typeof found)[number]) =>
      found.map((each) => each[where]).toSorted((a, b) => b.ms - a.ms);
    const row = (where: keyof (typeof found)[number], text: string) => {
      const times = of(where).map(({ ms }) => ms);
      const floor = median(of('bare').map(({ ms }) => ms)).toFixed(0);
      return atMost(`slowest interaction of ${text}, 4x slower CPU: processor time`, median(times), 50, {
        unit: 'ms',
        spread: spreadOf(times),
        note: `${of(where)[0]!.what}; the bare page's ${floor} ms`,
      });
    };
    return [row('booking', 'a booking'), row('portal', 'the portal')];
  });
};

/** The slowest of a new phone's page; `begin` makes ready what is not measured, and returns what is. */
const slowestAfter = (begin: (one: OwnPhone) => Promise<(hand: Hand) => Promise<void>>): Promise<Slow> =>
  withFolder((profile) => withOwnPhone(profile, async (one) => slowestOf(one, await begin(one))));

/** The slowest of what `act` does with a page. */
export async function slowestOf(one: OwnPhone, act: (hand: Hand) => Promise<void>): Promise<Slow> {
  const trace = await traced(one.session, (mark) => act(handOn(one, mark)));
  const costs = trace.effects.map((effect) => ({
    ms: costOf(trace, effect),
    what: trace.marks.findLast(({ at }) => at <= effect.start)?.text ?? 'before all',
  }));
  if (costs.length < trace.marks.length) throw new Error('The trace has fewer effects than taps.');
  return costs.toSorted((a, b) => b.ms - a.ms)[0]!;
}

/** What there is at least to each kind of tap and key: on a page without anything else. */
async function tapBare(one: OwnPhone, origin: string) {
  await one.session.send('Page.navigate', { url: `${origin}/taps` });
  await wait(settleMs.bare);
  return async ({ tap, type }: Hand) => {
    await tap('a button', button('More'));
    await type('a field', field('Name'), 'Alex');
    await tap('a dialog', button('Open'));
    await tap('its end', button('Close'));
  };
}

const name = field('Full name');
const phone = field('Mobile phone');
const email = field(/^Email/);
const code = field(/6-digit code/i);

async function book(one: OwnPhone, server: PortalServer) {
  const owner = someOwner({ ...short('Al Fox'), email: `${randomUUID().slice(0, 4)}@x.example` });
  await one.session.send('Page.navigate', { url: `${server.origin}/${clinicId}` });
  await wait(settleMs.own);
  return async ({ tap, type, choose, see }: Hand) => {
    await tap('New client', button('New client'));
    await choose(field('Species'), 'dog');
    await choose(field('Appointment type'), 'exam');
    await tap('a date', { of: '[role=radiogroup][aria-label=Date] [role=radio]' });
    await tap('a time', { of: '[role=group][aria-label^="Times on "] button' });
    await type('the name', name, owner.name);
    await type('the phone', phone, owner.phone);
    await type('the e-mail', email, owner.email);
    await type('the pet’s name', field('Pet name'), owner.pet);
    await type('the reason', field(/^Reason for the visit/), owner.note);
    await tap('Continue booking', button(/^continue booking$/i));
    await see(code);
    await type('the code', code, await server.code(`+1${owner.phone}`));
    await see({ of: 'h1', called: /Al/ });
  };
}

async function lookAround(one: OwnPhone, server: PortalServer, owner: Owner, run: number) {
  await one.session.send('Page.navigate', { url: `${server.origin}/${clinicId}?redirect=pets` });
  const before = handOn(one, async () => {});
  await before.type('the e-mail', email, owner.email);
  await before.tap('the code', button('Send verification code'));
  await before.see(code);
  await before.type('the code', code, await server.code(owner.email, run + 1));
  await before.see({ of: 'h1', called: /Hello, Sam/ });
  await wait(settleMs.own);
  return async ({ tap, type, miss }: Hand) => {
    const dialog = (called: string | RegExp): Target => ({ of: 'dialog[open] button', called });
    for (const pet of [/Maple/, /Olive/]) await tap('a pet', { of: '[role=radiogroup] [role=radio]', called: pet });
    await tap('Medications', label(/^Medications/));
    await tap('Request a refill', button('Request a refill'));
    await tap('a medication', { of: 'dialog[open] label', called: /Apoquel/ });
    await type('the note', { of: 'dialog[open] textarea' }, 'Two boxes');
    await tap('Send', dialog('Send'));
    await miss({ of: 'dialog[open]' });
    await tap('My Appointments', link('My Appointments'));
    await tap('Past', label(/^Past/));
    await tap('Upcoming', label(/^Upcoming/));
    await tap('an appointment', { of: 'main li a' });
    await tap('Cancel appointment', button('Cancel appointment'));
    await tap('keeping it', dialog('Keep appointment'));
  };
}
