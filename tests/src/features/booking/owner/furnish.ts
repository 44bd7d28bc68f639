import { configure } from '@testing-library/react';
import { beforeAll, vi } from 'vitest';
import { installDialog } from '../../../../support/dialog';
import { followHistory } from './page';

/** Gives jsdom what it lacks of a browser, and the tests the clock. */
export function furnish(): void {
  installDialog();
  // React draws in its own time, as in a browser.
  configure({ eventWrapper: (event) => void event() });
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    window.scrollTo = () => undefined;
    Element.prototype.scrollIntoView = () => undefined;
    window.matchMedia ??= () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
    followHistory();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame'] });
  });
}
