import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres';
import { borderPart } from './border';
import { browserKillsPart } from './browserKills';
import { buyersPart } from './buyers';
import { clockPart } from './clock';
import { faultsPart } from './faults';
import { killsPart } from './kills';
import { outboxPart } from './outbox';
import { ownerPart } from './owner';
import type { Kind, Part } from './part';
import { noPower, powerPart } from './power';
import { randomOf } from './random';
import { rollingPart } from './rolling';
import { serversPart } from './servers';
import { previousRelease } from './previous';
import { noWrongClock } from './wrongClock';

/**
 * `npm run test:soak -- --minutes 3 --seed 7`: rounds of races, kills and faults against the real server on both
 * databases, and of owners' visits to the real page, until the time is over, at least one of each kind. `--only WORD` takes the kinds that have it in their name.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`seed ${seed}`);
// Each start of a server ends it with this process.
process.setMaxListeners(0);

const postgres = process.env['TEST_DATABASE_URL'] === undefined ? await startPostgres() : null;
if (postgres) process.env['TEST_DATABASE_URL'] = postgres.url;

const onDatabases: { kind: Kind; open: () => Promise<Part>; words: string }[] = (
  ['pglite', 'postgres'] as const
).flatMap((kind) => [
  { kind, words: `outbox ${kind}`, open: () => outboxPart(kind) },
  { kind, words: `kills ${kind}`, open: () => killsPart(kind) },
  { kind, words: `border ${kind}`, open: () => borderPart(kind) },
  { kind, words: `faults ${kind}`, open: () => faultsPart(kind) },
  { kind, words: `buyers 50 ${kind}`, open: () => buyersPart(kind, 50) },
  ...(kind === 'postgres' ? [{ kind, words: 'buyers 200 postgres', open: () => buyersPart(kind, 200) }] : []),
]);
const manyServers = [2, 4].map((count) => ({
  kind: 'postgres' as const,
  words: `servers ${count} postgres`,
  open: () => serversPart(count),
}));
// A browser at a server of its own; and the page alone, with a clinic of its own in its memory.
const withoutPower = noPower();
if (withoutPower) console.log(`The failing power is left out: ${withoutPower}.`);
const previous = previousRelease();
if (previous === null)
  console.log('The rolling upgrade is left out: the repository has no history to take the version before from.');
const clocks = (['pglite', 'postgres'] as const).map((kind) => ({
  kind,
  words: `clock ${kind}`,
  open: () => clockPart(kind),
}));
const isChosen = ({ words }: { words: string }) => values.only.split(' ').every((word) => words.includes(word));
const withoutClock = clocks.some(isChosen) ? noWrongClock() : null;
if (withoutClock) console.log(`The clock that jumps is left out: ${withoutClock}.`);
const kinds = [
  ...onDatabases,
  ...(withoutClock ? [] : clocks),
  ...manyServers,
  ...(previous === null
    ? []
    : [{ kind: 'postgres' as const, words: 'rolling postgres', open: () => rollingPart(previous) }]),
  ...(withoutPower ? [] : [{ kind: 'pglite' as const, words: 'power', open: powerPart }]),
  { kind: 'pglite' as const, words: 'browser', open: browserKillsPart },
  { kind: 'pglite' as const, words: 'owner', open: ownerPart },
];

const total = { passed: 0, failed: 0 };
const chosen = kinds.filter(isChosen);
const share = (Number(values.minutes) * 60_000) / chosen.length;
for (const { kind, open } of chosen) await soak(kind, open);

/** One kind after another, each for its share of the time: they would disturb each other's races. */
async function soak(kind: Kind, open: () => Promise<Part>): Promise<void> {
  process.env['TEST_DB'] = kind;
  const part = await open();
  const counts = { passed: 0, failed: 0 };
  const began = performance.now();
  try {
    for (let round = 0; round === 0 || performance.now() - began < share; round += 1) {
      const failure = await part.round(randomOf(seed + round)).then(
        () => null,
        (error: unknown) => error,
      );
      counts[failure === null ? 'passed' : 'failed'] += 1;
      if (failure === null) continue;
      console.log(`${part.name}, seed ${seed + round}:`, failure);
      // What comes after a failure may only be its consequence.
      break;
    }
  } finally {
    await part.close();
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  console.log(
    `${part.name}: ${counts.passed} rounds passed, ${counts.failed} failed in ${Math.round((performance.now() - began) / 1000)} s`,
  );
}

await postgres?.stop();
console.log(`${total.passed} passed, ${total.failed} failed`);
// The outbox listens for changes as long as it lives.
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
