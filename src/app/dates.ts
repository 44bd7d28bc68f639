type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string } };

/**
 * Has the browser load its names of dates, once, which takes a phone tens of milliseconds: in Chromium a worker's load
 * serves the page too, whose own tasks then do not wait for it. Trusted Types let its one address through (D-209).
 * The build writes this function's text into /start.js (vite.config.ts): it uses nothing outside itself.
 */
export function loadDates(): void {
  try {
    const url = '/dates.js';
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
    const policy = trustedTypes?.createPolicy('dates', { createScriptURL: () => url });
    new Worker(policy ? policy.createScriptURL(url) : url);
  } catch {
    // Without it the page's first date has them loaded.
  }
}
