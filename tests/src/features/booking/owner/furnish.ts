import { configure } from '@testing-library/react';
import { afterAll, beforeAll, vi } from 'vitest';
import { installDialog } from '../../../../support/dialog';
import { followHistory, stopTheStopwatch } from './page';

// All code is there before the clock is faked: nothing waits for a part on its way, and the zones' dates extend the Date that they find.
import.meta.glob(
  [
    '/src/features/{account,appointments,booking,payment,signIn,textUs}/**/*.{ts,tsx}',
    '/src/features/pets/PetsPage.tsx',
    '/src/shared/requests/*.{ts,tsx}',
    '/src/{api,state,domain,offline}/**/*.ts',
    '/src/app/**/*.{ts,tsx}',
    '!/src/app/{firstScreen,main,saved/draw}.tsx',
  ],
  { eager: true },
);

/** Gives jsdom what it lacks of a browser, and the tests the clock. */
export function furnish(): void {
  installDialog();
  // React draws in its own time, as in a browser.
  configure({ eventWrapper: (event) => void event() });
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    window.scrollTo = () => undefined;
    Element.prototype.scrollIntoView = () => undefined;
    window.matchMedia ??= () =>
      ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
    followHistory();
    afterAll(stopTheStopwatch());
    vi.useFakeTimers({
      toFake: [
        'Date',
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'requestAnimationFrame',
        'cancelAnimationFrame',
      ],
    });
  });
}
