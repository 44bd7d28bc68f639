import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { canInstallPackages, find, installPackage, isProgram, paths, succeeds } from './install';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const folders = [
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
  '/snap/bin',
];
const downloadMs = 60_000;

/**
 * Features of Chromium that tests do not need, each of which starts a process for every page. Chromium uses only the
 * last such list, so the list repeats what Playwright switches off.
 */
const withoutFeatures = [
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Arguments that Chromium needs in containers, and that stop its own network requests. */
export const browserArguments = [
  `--disable-features=${withoutFeatures.join(',')}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/**
 * Returns the path of a Chromium or Chrome: CHROME_PATH, an installed one, Playwright's own (downloaded if that
 * takes less than a minute), or Debian's package where it may be installed. Throws with the command to run when
 * there is none.
 */
export function findBrowser(): string {
  ensureFont();
  const given = process.env['CHROME_PATH'];
  if (given !== undefined) {
    if (!isProgram(given)) throw new Error(`CHROME_PATH names ${given}, which is no program.`);
    return given;
  }
  return installed() ?? downloaded() ?? packaged() ?? none();
}

/**
 * Installs the font with the widths of Arial where Debian's packages may be installed: what the journeys measure as cut
 * depends on it, and the package of the browser brings none.
 */
function ensureFont(): void {
  const folders = ['liberation', 'liberation2'].map((name) => `/usr/share/fonts/truetype/${name}`);
  if (canInstallPackages() && !folders.some((folder) => existsSync(folder))) installPackage('fonts-liberation');
}

const installed = () => find([...names, 'Google Chrome', 'Chromium'], [...paths(), ...folders]);

function downloaded(): string | null {
  const path = chromium.executablePath();
  if (isProgram(path)) return path;
  console.log('No Chromium or Chrome is installed. Downloading one…');
  const done = succeeds(
    process.execPath,
    ['node_modules/playwright/cli.js', 'install', '--no-shell', 'chromium'],
    downloadMs,
  );
  return done && isProgram(path) ? path : null;
}

function packaged(): string | null {
  if (!canInstallPackages()) return null;
  installPackage('chromium');
  return installed();
}

function none(): never {
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one (on Debian: sudo apt-get install chromium; elsewhere: npx playwright install chromium) or name its program in CHROME_PATH.',
  );
}
