import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Booking } from '../../e2e/support/booking';
import { client } from '../support/clinicFile';
import { clinicId, hasWorker, openPhone, slowDown, withFolder, withServer } from './pages';
import { atMost, median, type Row } from './report';

const email = 'sam@example.com';
const vaccinations = [{ id: 'rabies', description: 'Rabies', issue_date: '2026-01-01', expiration_date: '2027-01-01' }];
const patients = [{ id: 'maple', name: 'Maple', species_id: 'dog', vaccinations, medications: [] }];
const clinic = {
  shop: { feature_settings: { pet_portal_enabled: true } },
  clients: [
    client({ id: 'client-sam', first_name: 'Sam', last_name: 'Rivera', email, phone: '+15125550120', patients }),
  ],
};

const runs = 7;

/** New browser processes open My Pets with the server gone and nothing in the HTTP cache; the owner's one pet is open at once. */
export const coldStart = (): Promise<Row[]> =>
  withFolder((folder) =>
    withServer(clinic, async (server) => {
      const visited = join(folder, 'visited');
      const context = await openPhone(visited);
      const page = await context.newPage();
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
      await context.close();
      await server.kill();

      const times: { paint: number; rows: number }[] = [];
      for (let run = 0; run < runs; run += 1) {
        const profile = join(folder, `run-${run}`);
        await cp(visited, profile, { recursive: true });
        times.push(await startOn(profile, `${server.origin}/${clinicId}/pets`));
      }
      return [
        atMost(
          'cold start without a network, 4x slower CPU: first paint',
          median(times.map(({ paint }) => paint)),
          900,
          { unit: 'ms' },
        ),
        atMost(
          'cold start without a network, 4x slower CPU: vaccination rows',
          median(times.map(({ rows }) => rows)),
          1300,
          { unit: 'ms' },
        ),
      ];
    }),
  );

async function startOn(profile: string, url: string): Promise<{ paint: number; rows: number }> {
  const context = await openPhone(profile);
  try {
    const page = await context.newPage();
    await slowDown(page);
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('main li')?.textContent.includes('Rabies')) return;
        watch.disconnect();
        // Marked in the frame after the one that shows them.
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('rows')));
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await page.goto(url, { waitUntil: 'commit' });
    const at = await page.waitForFunction(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const [rows] = performance.getEntriesByName('rows');
      return paint && rows && { paint: paint.startTime, rows: rows.startTime };
    });
    return (await at.jsonValue())!;
  } finally {
    await context.close();
  }
}
