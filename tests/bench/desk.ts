import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sparePort } from '../support/port';
import { staffMember } from '../support/staff';
import { siteWith } from './databases';
import { addBusyDesk, items, timezone } from './deskItems';
import { button, handOn, link, type Hand, type Target } from './hand';
import { slowestOf } from './interaction';
import { reportOn } from './lighthouse';
import { withOwnPhone } from './ownPhone';
import { openPhone, withFolder } from './pages';
import { atMost, median, spreadOf, type Row } from './report';

const clinicId = 'oak';
const runs = 5;

/** A clinic where many items of several kinds wait, and what the browser of a member keeps who is signed in there. */
async function busyDesk() {
  let session = '';
  const site = await siteWith(async (db) => {
    await addBusyDesk(db, clinicId);
    const member = await staffMember({ db, clinicId, clock: { now: () => new Date() } } as never, { role: 'admin' });
    session = JSON.stringify({
      token: member.token,
      person: { id: member.personId, name: member.name, email: member.email },
      clinics: [
        { id: clinicId, name: 'Oak', color: null, timezone, role: 'admin', provider_id: null, waits: 0, late: 0 },
      ],
      clinicId,
    });
  });
  const url = `${site.servers[0]!.origin}/admin/inbox`;
  /** Signs a browser in. */
  const enter = async (page: Page): Promise<void> => {
    await page.goto(`${site.servers[0]!.origin}/admin/assets/none`);
    await page.evaluate((text) => localStorage.setItem('desk-session', text), session);
  };
  return { site, url, enter, session };
}

/**
 * The first list on Lighthouse's phone, by somebody who has signed in: the browser has the page's files from then. The
 * greatest thing that is painted is a row.
 */
export const desk = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const { site, url, enter } = await busyDesk();
    const port = await sparePort();
    const context = await openPhone(`${folder}/profile`, { args: [`--remote-debugging-port=${port}`] });
    try {
      const page = await context.newPage();
      await enter(page);
      await page.goto(url);
      await page
        .getByRole('option')
        .nth(items - 1)
        .waitFor();
      await page.close();
      const found = [];
      for (let run = 0; run < runs; run += 1) {
        const { audits } = await reportOn(url, folder, port);
        found.push(audits['largest-contentful-paint'].numericValue);
      }
      return [
        atMost(`the desk's first list of ${items} on a phone: LCP`, median(found), 1500, {
          unit: 'ms',
          spread: spreadOf(found),
        }),
      ];
    } finally {
      await context.close();
      await site.close();
    }
  });

/** What a hand does at the desk with that many items, at a 4x slower CPU: the slowest of each run. */
export const deskInteraction = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const { site, url, session: kept } = await busyDesk();
    const found = [];
    try {
      for (let run = 0; run < runs; run += 1)
        found.push(
          await withOwnPhone(
            `${folder}/${randomUUID()}`,
            async (one) => {
              // Only what is tapped is slow.
              await one.session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
              await one.session.send('Page.navigate', { url: new URL('/admin/assets/none', url).href });
              const { see } = handOn(one, async () => {});
              await see({ of: 'body' });
              await one.read(`localStorage.setItem('desk-session', ${JSON.stringify(kept)})`);
              await one.session.send('Page.navigate', { url });
              // Which kind is the first depends on the hour.
              await see(button(/^(Accept|Approve|Mark answered)/));
              // An answer of an earlier run that left before it was taken back waits no more.
              await see({ of: '[role=option]', nth: items - 5 * runs });
              await one.session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
              return slowestOf(one, work);
            },
            { width: 1440, height: 900 },
          ),
        );
    } finally {
      await site.close();
    }
    const times = found.map(({ ms }) => ms);
    return [
      atMost(`slowest interaction of the desk with ${items} items, 4x slower CPU: processor time`, median(times), 100, {
        unit: 'ms',
        spread: spreadOf(times),
        note: found.toSorted((a, b) => b.ms - a.ms)[0]!.what,
      }),
    ];
  });

async function work({ tap, key, type, see }: Hand): Promise<void> {
  await tap('the filter Requests', link(/^Requests/));
  await tap('an item', { of: '[role=option]', nth: 3 });
  await see(button(/^Accept/));
  await key('J', 'j');
  await key('K', 'k');
  await tap('Decline', button(/^Decline/));
  await type('own words', { of: 'textarea, input[type=text]' }, 'We are closed');
  await key('Escape', 'Escape');
  await key('D', 'd');
  await key('a reason', '3');
  await key('Escape', 'Escape');
  // Whatever day of the week it is, one with openings is tapped.
  const day = { of: '[role=radiogroup][aria-label=Date] [role=radio]', called: /, [1-9]\d* openings?/, nth: 2 };
  const time = (nth: number): Target => ({ of: '[role=group][aria-label=Times] button', nth });
  await tap('Offer other times', button(/^Offer other times/));
  await tap('a date', day);
  await tap('a time', time(0));
  await tap('a second time', time(1));
  await key('a third time', '3');
  await see({ of: 'p, span, b', called: /held/ });
  await key('Escape', 'Escape');
  await key('A', 'a');
  await key('U', 'u');
  await see({ of: '*', called: /^Taken back/ });
  await see(button(/^Accept/));
  await key('O', 'o');
  await see(time(0));
  // What was picked before Accept came back with Undo.
  await key('a time', '1');
  await tap('Send', button(/^Send \d/));
  await key('U', 'u');
  for (const [filter, way] of [
    [/^Refills/, /^Approve/],
    [/^Waitlist/, /^Offer /],
    [/^Text us/, /^Mark answered/],
    [/^Undelivered/, /^Send/],
  ] as const) {
    await tap(`the filter ${filter.source}`, link(filter));
    await tap(`an item of ${filter.source}`, { of: '[role=option]', nth: 2 });
    await see(button(way));
    await key(`A at ${filter.source}`, 'a');
    await key(`U at ${filter.source}`, 'u');
  }
  await tap('all', link(/^Inbox/));
}
