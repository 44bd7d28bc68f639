import { launch, type Browser as Puppeteer } from 'puppeteer-core';
import { find, paths } from '../support/install';
import { Missing, type Browser } from './browser';

/** Lets every page notify, and takes push messages from a push service on this machine. */
const pushPrefs = (port: number) => ({
  'permissions.default.desktop-notification': 1,
  'dom.push.serverURL': `ws://127.0.0.1:${port}/`,
  'dom.push.testing.allowInsecureServerURL': true,
  'dom.push.connection.enabled': true,
  'alerts.useSystemBackend': false,
});

/** Firefox over WebDriver BiDi, with the push service at that port. Throws Missing where there is none. */
export function firefox(pushPort?: number): Browser {
  const program = find(['firefox-esr', 'firefox'], [...paths(), '/Applications/Firefox.app/Contents/MacOS']);
  if (program === null) throw new Missing(['Firefox'], ['firefox-esr']);
  let browser: Puppeteer | undefined;
  return {
    name: 'Firefox',
    open: async (profile) => {
      browser = await launch({
        browser: 'firefox',
        executablePath: program,
        userDataDir: profile,
        headless: true,
        ...(pushPort !== undefined && { extraPrefsFirefox: pushPrefs(pushPort) }),
      });
      const page = (await browser.pages())[0] ?? (await browser.newPage());
      await page.setViewport({ width: 390, height: 844 });
      const first = async (path: string) => {
        const element = await page.$(`xpath/${path}`);
        if (!element) throw new Error(`There is no ${path}.`);
        return element;
      };
      return {
        goto: async (url) => void (await page.goto(url)),
        evaluate: (expression) => page.evaluate(expression),
        click: async (path) => (await first(path)).click(),
        type: async (path, text) => (await first(path)).type(text),
      };
    },
    close: async () => {
      await browser?.close();
      browser = undefined;
    },
  };
}
