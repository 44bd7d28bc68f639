import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { Booking } from '../../e2e/support/booking';
import { client } from '../support/clinicFile';
import { floorServer } from './floor';
import { withOwnPhone } from './ownPhone';
import { clinicId, hasWorker, openPhone, withFolder, withServer } from './pages';
import { atMost, inPairs, ratio, type Row } from './report';

const email = 'sam@example.com';
const vaccinations = [{ id: 'rabies', description: 'Rabies', issue_date: '2026-01-01', expiration_date: '2027-01-01' }];
const patients = [{ id: 'maple', name: 'Maple', species_id: 'dog', vaccinations, medications: [] }];
const clinic = {
  shop: { feature_settings: { pet_portal_enabled: true } },
  clients: [
    client({ id: 'client-sam', first_name: 'Sam', last_name: 'Rivera', email, phone: '+15125550120', patients }),
  ],
};

/**
 * New browser processes open My Pets with the server gone and nothing in the HTTP cache, beside the bare page from the
 * bare worker; the owner's one pet is open at once.
 */
export const coldStart = (): Promise<Row[]> =>
  withFolder((folder) =>
    withServer(clinic, async (server) => {
      const visited = join(folder, 'visited');
      await visit(visited, async (page) => {
        await page.goto(`${server.origin}/${clinicId}?redirect=pets`);
        const booking = new Booking(page);
        await booking.email.fill(email);
        await page.getByRole('button', { name: 'Send verification code' }).click();
        await booking.code.fill(await server.code(email));
        await page.getByText('Rabies').waitFor();
        await hasWorker(page);
        // The second visit finds the rows saved and has nothing left to do.
        await page.reload({ waitUntil: 'networkidle' });
        await page.getByText('Rabies').waitFor();
      });
      await server.kill();
      const bare = await floorServer();
      const visitedBare = join(folder, 'bare');
      await visit(visitedBare, async (page) => {
        await page.goto(bare.origin);
        await hasWorker(page);
      });
      await bare.close();

      let turn = 0;
      const opened = async (profile: string, url: string, row: string) => {
        const fresh = join(folder, `turn-${(turn += 1)}`);
        await cp(profile, fresh, { recursive: true });
        return startOn(fresh, url, row);
      };
      const pairs = await inPairs(
        () => opened(visitedBare, bare.origin, 'button'),
        () => opened(visited, `${server.origin}/${clinicId}/pets`, 'main li'),
      );
      return (['paint', 'rows'] as const).map((what) =>
        ratio(
          atMost,
          `cold start without a network, 4x slower CPU: ${what === 'paint' ? 'first paint' : 'vaccination rows'}, beside a bare worker's paint`,
          pairs.map(({ own, floor }) => ({ value: own[what], floor: floor.paint })),
          what === 'paint' ? 1.5 : 2.5,
          { unit: 'ms' },
        ),
      );
    }),
  );

async function visit(profile: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await openPhone(profile);
  await work(await context.newPage());
  await context.close();
}

/** Marks the first frame with the rows, or with the bare page's button, in the page that it runs in. */
function markRows(selector: string): void {
  const watch = new MutationObserver(() => {
    if (!/Rabies|New client/.test(document.querySelector(selector)?.textContent ?? '')) return;
    watch.disconnect();
    // Marked in the frame after the one that shows them.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('rows')));
  });
  watch.observe(document, { childList: true, subtree: true });
}

type Shown = { paint: number; rows: number };

/** Both times once they are there, in the page that it runs in. */
function shownTimes(): Shown | null {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const [rows] = performance.getEntriesByName('rows');
  return paint && rows ? { paint: paint.startTime, rows: rows.startTime } : null;
}

/** How often a page is asked whether it has shown all, milliseconds, and for how long. */
const askMs = 250;
const patienceMs = 20_000;

/** Milliseconds from the start of the navigation to the first paint, and to the first frame with the row. */
const startOn = (profile: string, url: string, row: string): Promise<Shown> =>
  withOwnPhone(profile, async ({ session, read }) => {
    await session.send('Page.enable');
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${markRows})(${JSON.stringify(row)})` });
    await session.send('Network.clearBrowserCache');
    await session.send('Page.navigate', { url });
    for (let left = patienceMs; left > 0; left -= askMs) {
      await wait(askMs);
      const shown = await read<Shown | null>(`(${shownTimes})()`);
      if (shown) return shown;
    }
    throw new Error(`${url} did not show its rows in ${patienceMs} ms.`);
  });
