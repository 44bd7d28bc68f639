import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { PortalServer } from '../../e2e/support/server';
import { siteWith } from './databases';
import { page, steadyLoad } from './load';
import { search } from './openTimes';
import { atMost, type Row } from './report';
import { addClinic } from './seed';

const clinics = Array.from({ length: 40 }, (_, n) => `clinic-${n + 1}`);
/** How long the load lasts, seconds, and in words. */
type Length = { seconds: number; words: string };
const minute: Length = { seconds: 60, words: 'a minute' };
const hour: Length = { seconds: 3600, words: 'an hour' };

/** The memory of a process that is resident, MB. */
const residentOf = ({ pid }: PortalServer): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

/** Resident memory a moment after a start, and after a time in which forty clinics are searched and their pages read. */
async function memoryOf(
  server: PortalServer,
  { seconds, words }: Length,
  database: string,
  bar: number,
): Promise<Row[]> {
  await server.kill();
  await server.restart();
  await pause(2_000);
  const started = residentOf(server);
  const calls = clinics.flatMap((id) => [search(id), page(`/${id}`)]);
  let turn = 0;
  await steadyLoad([server.port], 50, seconds, () => calls[turn++ % calls.length]!);
  await pause(2_000);
  return [
    atMost(`resident memory after start, ${database}`, started, bar, { unit: 'MB' }),
    atMost(`resident memory after ${words} of load on 40 clinics, ${database}`, residentOf(server), bar, {
      unit: 'MB',
    }),
  ];
}

async function memoryAfter(length: Length): Promise<Row[]> {
  const embedded = await PortalServer.start(
    clinics.map((id) => ({ shop: { id } })),
    { FLOOD_LIMIT: '1000000' },
  );
  const site = await siteWith(async (db) => {
    for (const id of clinics) await addClinic(db, id);
  });
  try {
    // Both at once: what is measured is not how fast they are.
    const rows = await Promise.all([
      memoryOf(embedded, length, 'embedded database', 260),
      memoryOf(site.servers[0]!, length, 'PostgreSQL', 150),
    ]);
    return rows.flat();
  } finally {
    await embedded.remove();
    await site.close();
  }
}

export const memory = (): Promise<Row[]> => memoryAfter(minute);
export const memoryHour = (): Promise<Row[]> => memoryAfter(hour);
