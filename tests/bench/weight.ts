import { brotliCompressSync, constants } from 'node:zlib';
import { firstFetches } from '../../e2e/support/firstScreen';
import { clinicId, hasWorker, withPhone, withServer } from './pages';
import { atMost, type Row } from './report';

const kB = (bytes: number) => bytes / 1000;

/** What a first visit fetches for its first screen; the worker fetches in its own time. */
export const weight = (): Promise<Row[]> =>
  withServer({}, (server) =>
    withPhone(async (page) => {
      await page.goto(`${server.origin}/${clinicId}`, { waitUntil: 'load' });
      const fetched = await firstFetches(page);
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      return [
        atMost(
          'first screen, JavaScript, brotli',
          kB(sum(fetched.filter(({ name }) => name.endsWith('.js')).map((each) => each.encodedBodySize))),
          110,
          { unit: 'kB', digits: 1 },
        ),
        atMost('first screen, all bytes on the wire', kB(sum(fetched.map((each) => each.transferSize))), 160, {
          unit: 'kB',
          digits: 1,
        }),
        atMost('first screen, requests', fetched.length, 12),
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
