import { availableParallelism, loadavg } from 'node:os';
import { coldStart } from './coldStart';
import { desk, deskInteraction } from './desk';
import { interaction } from './interaction';
import { firstVisit } from './firstVisit';
import { lighthouse } from './lighthouse';
import { precache, weight } from './weight';
import { bookings, races } from './bookings';
import { stopDatabases } from './databases';
import { firstHtml } from './firstHtml';
import { memory, memoryHour } from './memory';
import { oneAddress } from './oneAddress';
import { growth, growthWhole, openTimes } from './openTimes';
import { partitioned } from './partitioned';
import { ready } from './ready';
import { table, type Row } from './report';
import { servers, serversHeld, serversPooled } from './servers';

/** Each figure by its name. */
const figures: Record<string, () => Promise<Row[]>> = {
  weight,
  precache,
  firstVisit,
  lighthouse,
  coldStart,
  interaction,
  openTimes,
  bookings,
  races,
  growth,
  firstHtml,
  ready,
  memory,
};

/** Those that take too long to run unless they are named. */
const onlyNamed: typeof figures = {
  desk,
  deskInteraction,
  growthWhole,
  memoryHour,
  servers,
  serversPooled,
  serversHeld,
  partitioned,
  oneAddress,
};
const all = { ...figures, ...onlyNamed };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in all));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The figures are: ${Object.keys(all).join(', ')}.`);
  process.exit(2);
}

// Each start of a server or a pooler ends it with this process.
process.setMaxListeners(0);
const busy = loadavg()[0]!;
const rows: Row[] = [];
for (const name of asked.length > 0 ? asked : Object.keys(figures)) {
  const began = performance.now();
  rows.push(...(await all[name]!()));
  console.error(`${name} measured in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
await stopDatabases();
console.log(`\n${table(rows)}`);
if (busy > 0.5)
  console.log(
    `\nOther programs were busy when this began (a load of ${busy.toFixed(1)} on ${availableParallelism()} processors): times are longer than they are alone, shares and ratios less so.`,
  );
if (rows.some(({ state }) => state === 'missed')) process.exitCode = 1;
