import { readFile } from 'node:fs/promises';
import { PortalServer } from '../../e2e/support/server';
import { siteWith } from './databases';
import { atMost, median, spreadOf, type Row } from './report';
import { addClinic } from './seed';

const runs = 9;
/** The kernel's ticks in a second. */
const ticks = 100;

/** From the start of the process to its first answer, the database there already. */
async function secondsOf(server: PortalServer): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await server.kill();
    const began = performance.now();
    await server.restart();
    times.push((performance.now() - began) / 1000);
  }
  return times;
}

/** The processor time that first starts on an empty folder take until they are ready, the demo clinics loaded. */
async function firstStarts(): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const server = await PortalServer.start();
    const stat = await readFile(`/proc/${server.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    times.push((Number(fields[11]) + Number(fields[12])) / ticks);
    await server.remove();
  }
  return times;
}

const row = (figure: string, times: readonly number[], bar: number): Row =>
  atMost(figure, median(times), bar, { unit: 's', digits: 2, spread: spreadOf(times) });

export async function ready(): Promise<Row[]> {
  const embedded = await PortalServer.start([{ shop: { id: 'clinic-1' } }]);
  const site = await siteWith((db) => addClinic(db, 'clinic-1'));
  try {
    return [
      row('server ready after start, embedded database', await secondsOf(embedded), 0.9),
      row('server ready after start, PostgreSQL', await secondsOf(site.servers[0]!), 0.6),
      row('server ready on an empty folder with the demo clinics, processor time', await firstStarts(), 3),
    ];
  } finally {
    await embedded.remove();
    await site.close();
  }
}
