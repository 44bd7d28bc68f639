import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sparePort } from '../support/port';
import { staffMember } from '../support/staff';
import { siteWith } from './databases';
import { addBusyDesk, items, timezone } from './deskItems';
import { slowestOf, type Hand } from './interaction';
import { reportOn } from './lighthouse';
import { openPhone, slowDown, withFolder } from './pages';
import { atMost, median, spreadOf, type Row } from './report';

const clinicId = 'oak';
const runs = 5;

/** A clinic where many items of several kinds wait, and what the browser of a member keeps who is signed in there. */
async function busyDesk() {
  let kept = {};
  const site = await siteWith(async (db) => {
    await addBusyDesk(db, clinicId);
    const member = await staffMember({ db, clinicId, clock: { now: () => new Date() } } as never, { role: 'admin' });
    kept = {
      token: member.token,
      person: { id: member.personId, name: member.name, email: member.email },
      clinics: [
        { id: clinicId, name: 'Oak', color: null, timezone, role: 'admin', provider_id: null, waits: 0, late: 0 },
      ],
      clinicId,
    };
  });
  const url = `${site.servers[0]!.origin}/admin/inbox`;
  /** Signs a browser in. */
  const enter = async (page: Page): Promise<void> => {
    await page.goto(`${site.servers[0]!.origin}/admin/assets/none`);
    await page.evaluate((session) => localStorage.setItem('desk-session', session), JSON.stringify(kept));
  };
  return { site, url, enter };
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
    const { site, url, enter } = await busyDesk();
    const found = [];
    try {
      for (let run = 0; run < runs; run += 1) {
        const context = await openPhone(`${folder}/${randomUUID()}`, { viewport: { width: 1440, height: 900 } });
        try {
          const page = await context.newPage();
          await enter(page);
          await page.goto(url);
          await page.getByRole('button', { name: 'Mark answered' }).waitFor();
          await page
            .getByRole('option')
            // An answer of an earlier run that left before it was taken back waits no more.
            .nth(items - 5 * runs)
            .waitFor();
          await slowDown(page);
          found.push(await slowestOf(page, (hand) => work(page, hand)));
        } finally {
          await context.close();
        }
      }
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

async function work(page: Page, { tap, key, type }: Hand): Promise<void> {
  await tap('the filter Requests', page.getByRole('link', { name: /^Requests/ }).first());
  await tap('an item', page.getByRole('option').nth(3));
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await key('J', 'j');
  await key('K', 'k');
  await tap('Decline', page.getByRole('button', { name: 'Decline' }));
  await type('own words', page.getByRole('textbox').first(), 'We are closed');
  await key('Escape', 'Escape');
  await key('D', 'd');
  await key('a reason', '3');
  await key('Escape', 'Escape');
  // Whatever day of the week it is, one with openings is tapped.
  const days = page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio', { name: /, [1-9]\d* openings?/ });
  const times = page.getByRole('group', { name: 'Times' }).getByRole('button');
  await tap('Offer other times', page.getByRole('button', { name: 'Offer other times' }));
  await tap('a date', days.nth(2));
  await tap('a time', times.first());
  await tap('a second time', times.nth(1));
  await key('a third time', '3');
  await page.getByText(/held/).first().waitFor();
  await key('Escape', 'Escape');
  await key('A', 'a');
  await key('U', 'u');
  await page.getByText('Taken back').first().waitFor();
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await key('O', 'o');
  await times.first().waitFor();
  // What was picked before Accept came back with Undo.
  await key('a time', '1');
  await tap('Send', page.getByRole('button', { name: /^Send \d/ }));
  await key('U', 'u');
  for (const [filter, way] of [
    [/^Refills/, 'Approve'],
    [/^Waitlist/, /^Offer /],
    [/^Text us/, 'Mark answered'],
    [/^Undelivered/, /^Send/],
  ] as const) {
    await tap(`the filter ${filter.source}`, page.getByRole('link', { name: filter }).first());
    await tap(`an item of ${filter.source}`, page.getByRole('option').nth(2));
    await page.getByRole('button', { name: way }).first().waitFor();
    await key(`A at ${filter.source}`, 'a');
    await key(`U at ${filter.source}`, 'u');
  }
  await tap('all', page.getByRole('link', { name: /^Inbox/ }).first());
}
