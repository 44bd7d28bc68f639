import { expect, test } from 'vitest';
import { loadConfig } from '../../../server/config/config';
import { pagePolicy } from '../../../server/modules/page/policy';
import { stripeEnv } from '../../support/stripeStandIn';

const settings = { NODE_ENV: 'test', SECRET: 'a secret for tests, long enough to pass' };
const directives = (env: Record<string, string>) =>
  Object.fromEntries(
    pagePolicy(loadConfig({ ...settings, ...env }), null)
      .split('; ')
      .map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
  );

test('D-209: Stripe’s hosts, and the policy that lets its script through, only where Stripe is configured', () => {
  const without = directives({});
  expect(JSON.stringify(without)).not.toContain('stripe');
  expect(without).toMatchObject({
    'frame-src': ["'none'"],
    'trusted-types': ['portal', 'dates'],
    'require-trusted-types-for': ["'script'"],
  });
  expect(directives(stripeEnv)).toMatchObject({
    'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    'connect-src': expect.arrayContaining(["'self'", 'https://api.stripe.com']),
    'trusted-types': ['portal', 'dates', 'default'],
    'require-trusted-types-for': ["'script'"],
  });
});

test('D-30, D-131: the receivers of events, errors and replays may be sent to only where they are configured', () => {
  expect(directives({})['connect-src']).toEqual(["'self'"]);
  const configured = directives({
    SENTRY_DSN: 'https://key@errors.example/7',
    ANALYTICS_URL: 'https://events.example/in?site=1',
  });
  expect(configured['connect-src']).toEqual(["'self'", 'https://events.example', 'https://errors.example']);
  // A replay needs no more than that: no blob runs as a worker.
  expect(configured).toMatchObject({
    'worker-src': ["'self'"],
    'script-src': ["'self'"],
    'trusted-types': ['portal', 'dates'],
  });
});
