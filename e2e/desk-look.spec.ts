import { deskWindow } from './support/deskPeople';
import { deskWalks } from './support/deskWalk';
import { expect, test } from './support/fixtures';
import { provoked } from './support/walk';
import { coveredFocus, edgeless, look, losses, type View } from './support/whole';

/** What every screen must bear: 1280 px at 400 %, text at 200 %, wider spacing; a tablet. */
const views: Readonly<Record<string, View>> = {
  'at 400 %': { width: 320, height: 256 },
  'a small phone': { width: 320, height: 640 },
  'text at 200 % on a phone': { width: 360, height: 640, text: 32 },
  'text at 200 % on a desk': { width: 1280, height: 800, text: 32 },
  'text at 200 % on a wide desk': { width: 2048, height: 1200, text: 32 },
  'spaced text': { width: 320, height: 640, isSpaced: true },
  'spaced text on a desk': { width: 1280, height: 800, isSpaced: true },
  'a tablet': { width: 800, height: 1000 },
};
/** Screens that are gone through by Tab as well. */
const tabbed = /^(sign-in|staff|request|decline|tell apart|make one)$/;
const soon = expect.configure({ soft: true, timeout: 5000 });

// A desk has a mouse and keys, which its buttons name.
test.use({ hasTouch: false, isMobile: false });

for (const [name, walk] of Object.entries(deskWalks))
  test(`the desk loses nothing at any size of screen and text, in forced colours, under Tab: ${name} (WCAG 1.4.4, 1.4.10 to 1.4.12, 2.4.11)`, async ({
    page,
    server,
    addClinic,
    complaints,
  }) => {
    test.setTimeout(300_000);
    // One of the walks has an answer fail.
    complaints.expect(
      ...provoked,
      /status of 500 .*\/answers/,
      /Failed to fetch dynamically/,
      /ERR_FAILED .*\/assets\//,
    );
    let screens = 0;
    await walk({
      page,
      server,
      addClinic,
      seen: async (seenPage, screen) => {
        screens += 1;
        await seenPage.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'none' });
        for (const [which, view] of Object.entries(views)) {
          await look(seenPage, view);
          await soon.poll(() => losses(seenPage), { message: `${screen}, ${which}` }).toEqual([]);
        }
        if (tabbed.test(screen))
          for (const view of [views['a small phone']!, views['at 400 %']!]) {
            await look(seenPage, view);
            expect.soft(await coveredFocus(seenPage), `${screen}, Tab, ${view.height} px`).toEqual([]);
          }
        await seenPage.emulateMedia({ forcedColors: 'active' });
        for (const view of [deskWindow, { width: 390, height: 844 }]) {
          await look(seenPage, view);
          expect.soft(await edgeless(seenPage), `${screen}, forced colours, ${view.width} px`).toEqual([]);
        }
        await seenPage.emulateMedia({ forcedColors: 'none' });
        await look(seenPage, deskWindow);
      },
    });
    expect(screens).toBeGreaterThan(3);
  });
