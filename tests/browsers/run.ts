import { Missing, type Browser } from './browser';
import { firefox } from './firefox';
import { journeys, play } from './journeys';
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

for (const make of [firefox, webkit]) {
  const browser = find(make);
  for (const [name, journey] of Object.entries(journeys)) {
    const began = performance.now();
    const fault: unknown =
      browser &&
      (await play(browser, journey).then(
        () => null,
        (error: unknown) => error,
      ));
    const isGood = browser !== null && fault === null;
    if (isGood) passed += 1;
    else failed += 1;
    console.log(
      `${isGood ? '✓' : '✗'} ${browser?.name ?? make.name} · ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
    );
    if (fault !== null) console.error(fault);
  }
}

process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
