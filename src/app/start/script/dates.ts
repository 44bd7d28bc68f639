import type { WithTrustedTypes } from '../trustedTypes';

/**
 * Makes the browser load its date names early, which takes a phone tens of milliseconds. In Chromium a worker loads
 * them for the page too, without blocking it. Trusted Types allow only this worker's address (D-209).
 */
export function loadDates(): void {
  try {
    const url = '/dates.js';
    const { trustedTypes } = globalThis as WithTrustedTypes;
    const policy = trustedTypes?.createPolicy('dates', { createScriptURL: () => url });
    new Worker(policy ? policy.createScriptURL(url) : url);
  } catch {
    // If this fails, the first date on the page loads them.
  }
}
