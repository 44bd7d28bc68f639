import { PortalServer } from '../../e2e/support/server';
import { siteWith } from './databases';
import { atMost, median, type Row } from './report';
import { addClinic } from './seed';

/** From the start of the process to its first answer, the database there already. */
async function secondsOf(server: PortalServer): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    await server.kill();
    const began = performance.now();
    await server.restart();
    times.push((performance.now() - began) / 1000);
  }
  return median(times);
}

export async function ready(): Promise<Row[]> {
  const embedded = await PortalServer.start([{ shop: { id: 'clinic-1' } }]);
  const site = await siteWith((db) => addClinic(db, 'clinic-1'));
  try {
    return [
      atMost('server ready after start, embedded database', await secondsOf(embedded), 1.5, { unit: 's', digits: 2 }),
      atMost('server ready after start, PostgreSQL', await secondsOf(site.servers[0]!), 1.5, { unit: 's', digits: 2 }),
    ];
  } finally {
    await embedded.remove();
    await site.close();
  }
}
