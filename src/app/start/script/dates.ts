import type { WithTrustedTypes } from '../trustedTypes';

/**
 * Has the browser load its names of dates, once, which takes a phone tens of milliseconds: in Chromium a worker's load
 * serves the page too, whose own tasks then do not wait for it. Trusted Types let its one address through (D-209).
 */
export function loadDates(): void {
  try {
    const url = '/dates.js';
    const { trustedTypes } = globalThis as WithTrustedTypes;
    const policy = trustedTypes?.createPolicy('dates', { createScriptURL: () => url });
    new Worker(policy ? policy.createScriptURL(url) : url);
  } catch {
    // Without it the page's first date has them loaded.
  }
}
