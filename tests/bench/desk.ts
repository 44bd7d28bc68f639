import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from '@playwright/test';
import { sparePort } from '../support/port';
import { staffMember } from '../support/staff';
import { siteWith } from './databases';
import { slowestOf, type Hand } from './interaction';
import { reportOn } from './lighthouse';
import { openPhone, slowDown, withFolder } from './pages';
import { atMost, median, spreadOf, type Row } from './report';
import { addClinic, addOwners } from './seed';

const clinicId = 'oak';
const items = 500;
const runs = 5;
const timezone = 'America/Chicago';

/** A clinic where so many requests wait, and what the browser of a member keeps who is signed in there. */
async function busyDesk() {
  let kept = {};
  const site = await siteWith(async (db) => {
    await addClinic(db, clinicId, { shop: { timezone, feature_settings: { answer_within_hours: 8 } } });
    await addOwners(db, clinicId, items);
    await sql`
      insert into appointments
        (clinic_id, id, client_id, patient_id, product_id, provider_id, starts_at, ends_at, status, is_dropoff, details, note, created_at)
      select clinic_id, id, client_id, id, 'exam', 'ada', at, at + interval '30 minutes', 'REQUESTED', false, '{}',
        'He limps since Sunday.', ${new Date()}::timestamptz
      from (
        select clinic_id, id, client_id,
          date_trunc('hour', ${new Date()}::timestamptz) + interval '2 days' + row_number() over (order by id) * interval '1 hour' as at
        from patients where clinic_id = ${clinicId} and id = client_id
      ) as asked`.execute(db);
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
          await page.getByRole('button', { name: 'Accept' }).waitFor();
          await page
            .getByRole('option')
            .nth(items - 1)
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
  await tap('an item', page.getByRole('option').nth(3));
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await key('J', 'j');
  await key('K', 'k');
  await tap('Decline', page.getByRole('button', { name: 'Decline' }));
  await type('own words', page.getByRole('textbox').first(), 'We are closed');
  await key('Escape', 'Escape');
  await key('A', 'a');
  await key('U', 'u');
  await tap('a filter', page.getByRole('link', { name: /^Refills/ }).first());
  await tap('all', page.getByRole('link', { name: /^Inbox/ }).first());
}
