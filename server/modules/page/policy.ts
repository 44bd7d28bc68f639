import type { Config } from '../../config/config';

/**
 * Makes a page's Content-Security-Policy (D-209): scripts only from our own files, and Trusted Types with the page's
 * own policies. If Stripe is configured, its hosts are allowed, with one more policy that lets its script through.
 * Pictures may come from any https address, such as a clinic's own site. `styleHash` is that of the inlined style, if
 * any.
 */
export function pagePolicy(config: Config, styleHash: string | null): string {
  const stripe = config.stripe !== undefined;
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : [])],
    'style-src': ["'self'", ...(styleHash === null ? [] : [`'${styleHash}'`])],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(stripe ? ['https://api.stripe.com'] : []), ...receivers(config)],
    'frame-src': stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'] : ["'none'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['portal', 'dates', ...(stripe ? ['default'] : [])],
  };
  return policyOf(directives);
}

/** The Content-Security-Policy of the desk's page (D-420): our own files and calls, no markup made by scripts. */
export const deskPolicy: string = policyOf({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
});

function policyOf(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** Returns the origins to which the settings let pages send analytics and errors (D-131). */
const receivers = ({ analyticsUrl, sentryDsn }: Config): string[] => [
  ...new Set([analyticsUrl, sentryDsn].flatMap((url) => (url === undefined ? [] : new URL(url).origin))),
];
