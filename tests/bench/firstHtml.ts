import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { siteWith } from './databases';
import { page, steadyLoad } from './load';
import { atLeast, inPairs, ratio, type Row } from './report';
import { addClinic } from './seed';

const clinicId = 'clinic-1';
const seconds = 2;

/** A file of the build that is nearest in size. */
async function fileOfSize(bytes: number): Promise<string> {
  const names = (await readdir('dist/assets')).filter((name) => name.endsWith('.js'));
  const files = await Promise.all(
    names.map(async (name) => ({ name, away: Math.abs((await stat(join('dist/assets', name))).size - bytes) })),
  );
  return `/assets/${files.toSorted((a, b) => a.away - b.away)[0]!.name}`;
}

/** A clinic's page with its first screen, beside a static file of its size from the same server, in turns. */
export async function firstHtml(): Promise<Row[]> {
  const site = await siteWith((db) => addClinic(db, clinicId));
  try {
    const html = await (await fetch(`${site.servers[0]!.origin}/${clinicId}`)).text();
    const file = await fileOfSize(Buffer.byteLength(html));
    const asked = (path: string) => async () => (await steadyLoad(site.ports, 50, seconds, () => page(path))).perSecond;
    const [floor, own] = [asked(file), asked(`/${clinicId}`)];
    // Warms both up.
    await floor();
    await own();
    const pairs = await inPairs(floor, own);
    return [
      ratio(
        atLeast,
        "a clinic's first HTML, 50 connections, share of the rate of a static file of its size",
        pairs.map(({ own: value, floor: one }) => ({ value, floor: one })),
        0.8,
        { unit: 'a second', as: '' },
      ),
    ];
  } finally {
    await site.close();
  }
}
