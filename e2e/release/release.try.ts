import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { capTable } from '../../server/calls/caps';
import { sparePort } from '../../tests/support/port';
import { startPostgres } from '../../tests/support/postgres';
import { textService } from '../../tests/support/textService';
import { host, startProxy, type ProxyName } from '../support/proxies';
import { Release } from '../support/release';
import { bookWithText } from '../support/releaseVisit';
import { browserArguments } from '../../tests/support/browser';

test.use({
  ignoreHTTPSErrors: true,
  launchOptions: {
    executablePath: process.env['CHROME_PATH']!,
    args: [...browserArguments, `--host-resolver-rules=MAP ${host} 127.0.0.1`, '--ignore-certificate-errors'],
  },
});

/** Databases by name, each with how it is opened: its address, if it has one, and how it is closed. */
const databases = {
  'the embedded database': async () => ({ url: undefined, stop: async () => {} }),
  PostgreSQL: () => startPostgres(),
} as const;
const proxies: readonly ProxyName[] = ['nginx', 'Caddy'];

type Answer = { status: number; headers: Record<string, unknown>; body: string };

/** Asks through the proxy with TLS, as a caller from outside who claims another address. */
const ask = (origin: string, path: string, agent?: Agent, claimed = '203.0.113.9'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(origin);
    const headers = { host: new URL(origin).host, 'x-forwarded-for': claimed };
    const options = { host: '127.0.0.1', port, path, headers, servername: host, rejectUnauthorized: false, agent };
    const asked = request(options, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (text: string) => (body += text));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }));
    });
    asked.on('error', reject).end();
  });

for (const [database, open] of Object.entries(databases))
  for (const proxyName of proxies)
    test(`a release on ${database} behind ${proxyName} with TLS: installed, booked at, restarted, upgraded`, async ({
      browser,
    }) => {
      const texts = await textService();
      const { url, stop } = await open();
      const port = await sparePort();
      const release = await Release.unpack({
        PUBLIC_URL: `https://${host}:${port}`,
        TRUST_PROXY: '127.0.0.1',
        SMS_URL: texts.url,
        ...(url !== undefined && { DATABASE_URL: url }),
      });
      const version = await release.version();
      const said = await release.start();
      expect(said).toContain(`Clinic portal ${version} is ready.`);
      expect(said).toContain('There is no clinic yet. Import one: node clinic.js import FILE');
      expect(await release.import({ shop: { id: 'harborside' } })).toBe('harborside: imported\n');
      const proxy = await startProxy(proxyName, release, port);

      const health = await ask(proxy.origin, '/api/health');
      expect(JSON.parse(health.body)).toEqual({ status: 'ok', version });
      expect(health.headers['strict-transport-security']).toBe('max-age=31536000');
      expect((await ask(proxy.origin, '/api/demo/inbox')).status).toBe(404);
      expect((await ask(proxy.origin, '/oakwood')).status).toBe(404);

      const bookAnew = async () => {
        const context = await browser.newContext({ baseURL: proxy.origin, ignoreHTTPSErrors: true });
        await bookWithText(await context.newPage(), 'harborside', texts.accepted);
        await context.close();
      };
      await bookAnew();
      expect(await release.node('clinic.js', ['appointments', 'harborside'])).toContain('Pepper');

      const during = asking(proxy.origin);
      expect(await release.stop()).toBe(0);
      await release.upgrade();
      await release.start();
      await expect.poll(async () => (await ask(proxy.origin, '/api/health')).status).toBe(200);
      const statuses = await during.end();
      console.log(`${proxyName}, ${database}, during the restart: ${statuses.length} calls, ${tally(statuses)}`);
      // Caddy waits for the server. nginx cannot, and says when to try again.
      expect(statuses.filter((status) => status !== 200 && (proxyName === 'Caddy' || status !== 503))).toEqual([]);

      expect(await release.node('clinic.js', ['appointments', 'harborside'])).toContain('Pepper');
      await bookAnew();
      await claimOthers(proxy.origin);
      await proxy.stop();
      await release.remove();
      await stop();
      await texts.close();
    });

/**
 * Opens answer links that nobody was given, each time under another claimed address: the hour's cap by address holds for
 * the caller all the same, since the proxy's lines name who calls.
 */
async function claimOthers(origin: string): Promise<void> {
  const { max } = capTable.answerLinkMissesPerAddress;
  const statuses: number[] = [];
  for (let n = 0; n <= max; n += 1)
    statuses.push(
      (await ask(origin, `/a/harborside.${'x'.repeat(43)}`, undefined, `198.51.100.${n}, 127.0.0.1`)).status,
    );
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.slice(0, max)).not.toContain(429);
}

/** Asks for a clinic's page again and again until it is ended; gives the statuses. */
function asking(origin: string): { end: () => Promise<number[]> } {
  const agent = new Agent({ keepAlive: true });
  const statuses: number[] = [];
  let isOver = false;
  const loop = async () => {
    while (!isOver) {
      statuses.push((await ask(origin, '/harborside', agent)).status);
      await pause(20);
    }
  };
  const asked = Promise.all([loop(), loop()]);
  return {
    end: async () => {
      isOver = true;
      await asked;
      agent.destroy();
      return statuses;
    },
  };
}

const tally = (statuses: readonly number[]): string =>
  [...new Set(statuses)].map((each) => `${statuses.filter((one) => one === each).length} of ${each}`).join(', ');
