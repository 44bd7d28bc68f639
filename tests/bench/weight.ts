import { brotliCompressSync, constants } from 'node:zlib';
import { allFetches, firstFetches, type Fetched } from '../../e2e/support/firstScreen';
import { clinicId, hasWorker, withPhone, withServer } from './pages';
import { atMost, type Row } from './report';

const kB = (bytes: number) => bytes / 1000;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const sizeOfCode = (fetched: readonly Fetched[]) =>
  kB(sum(fetched.filter(({ name }) => new URL(name).pathname.endsWith('.js')).map((each) => each.encodedBodySize)));
const wire = (fetched: readonly Fetched[]) => kB(sum(fetched.map((each) => each.transferSize)));

/** How long the page is left alone, milliseconds: what it does by itself on a first visit is over by then. */
const aloneMs = 8_000;

/**
 * What a first visit fetches for its first screen, and what the page fetches until somebody touches it. The worker
 * fetches in its own time: `precache`.
 */
export const weight = (): Promise<Row[]> =>
  withServer({}, (server) =>
    withPhone(async (page) => {
      await page.goto(`${server.origin}/${clinicId}`, { waitUntil: 'load' });
      const first = await firstFetches(page);
      await page.waitForTimeout(aloneMs);
      const untouched = await allFetches(page);
      return [
        atMost('first screen, JavaScript, brotli', sizeOfCode(first), 95, { unit: 'kB', digits: 1 }),
        atMost('first screen, all bytes on the wire', wire(first), 160, { unit: 'kB', digits: 1 }),
        atMost('first screen, requests', first.length, 12),
        atMost('before a touch, JavaScript, brotli', sizeOfCode(untouched), 130, { unit: 'kB', digits: 1 }),
        atMost('before a touch, all bytes on the wire', wire(untouched), 150, { unit: 'kB', digits: 1 }),
        atMost('before a touch, requests', untouched.length, 10),
      ];
    }),
  );

/** Everything in the worker's caches after a first visit, compressed as it travels. */
export const precache = (): Promise<Row[]> =>
  withServer({}, (server) =>
    withPhone(async (page) => {
      await page.goto(`${server.origin}/${clinicId}`);
      await hasWorker(page);
      const bodies = await page.evaluate(async () => {
        const found: { url: string; text: string }[] = [];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) {
            const bytes = new Uint8Array(await (await cache.match(request))!.arrayBuffer());
            let text = '';
            for (const byte of bytes) text += String.fromCharCode(byte);
            found.push({ url: request.url, text: btoa(text) });
          }
        }
        return found;
      });
      const sizeOf = ({ url, text }: (typeof bodies)[number]) => {
        const body = Buffer.from(text, 'base64');
        return /\.(woff2|webp|png)$/.test(url)
          ? body.length
          : brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
              .length;
      };
      return [
        atMost('everything precached, brotli', kB(bodies.reduce((total, each) => total + sizeOf(each), 0)), 450, {
          unit: 'kB',
          note: `${bodies.length} files`,
        }),
      ];
    }),
  );
