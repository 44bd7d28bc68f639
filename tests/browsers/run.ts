import { Missing, type Browser } from './browser';
import { firefox } from './firefox';
import { journeys, play } from './journeys';
import { playPush, pushName } from './push';
import { webkit } from './webkit';

let passed = 0;
let failed = 0;

/** The browser, or null where it is not installed: then none of its journeys holds. */
function find(make: () => Browser): Browser | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.error(error.message);
    return null;
  }
}

/** Runs one journey and says how it went; without its browser it has failed. */
async function tell(browserName: string, name: string, journey: (() => Promise<void>) | null): Promise<void> {
  const began = performance.now();
  const fault: unknown = await (journey?.().then(
    () => null,
    (error: unknown) => error,
  ) ?? null);
  const isGood = journey !== null && fault === null;
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`${isGood ? '✓' : '✗'} ${browserName} · ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (fault !== null) console.error(fault);
}

for (const make of [firefox, webkit]) {
  const browser = find(make);
  const name = browser?.name ?? make.name;
  for (const [what, journey] of Object.entries(journeys))
    await tell(name, what, browser && (() => play(browser, journey)));
  if (make === firefox) await tell(name, pushName, browser && playPush);
}

process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
