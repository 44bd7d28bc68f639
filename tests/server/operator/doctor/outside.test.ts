import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig, type Config } from '../../../../server/config/config';
import { eventTypes } from '../../../../server/gateways/stripe/events';
import { clockFinding } from '../../../../server/operator/doctor/database';
import { cardFindings, mailFindings, textFindings } from '../../../../server/operator/doctor/outside';
import { settingsFindings } from '../../../../server/operator/doctor/settings';
import packageJson from '../../../../package.json' with { type: 'json' };
import { stripeEnv, stripeStandIn } from '../../../support/stripeStandIn';
import { about, closeAll, deadPort, httpServer, inUse, mailServer } from './support';

let config: Config;
beforeAll(async () => {
  config = inUse(
    loadConfig({
      DATA_DIR: '/nowhere',
      SECRET: 'x'.repeat(32),
      VAPID_KEY: randomBytes(32).toString('base64url'),
      PORT: String(await deadPort()),
    }),
  );
});
afterEach(closeAll);

describe('the mail server', () => {
  const found = async (smtpUrl?: string) => (await mailFindings({ ...config, smtpUrl }))[0];

  test('takes the sign-in, and is sent nothing', async () => {
    const { url, told } = await mailServer({ takes: true });
    expect(await found(url)).toMatchObject({ state: 'fine', says: expect.stringContaining('takes the sign-in') });
    expect(told).toEqual(expect.arrayContaining(['EHLO', 'AUTH']));
    expect(told.filter((word) => /^(MAIL|RCPT|DATA)$/.test(word))).toEqual([]);
  });
  test('refuses the sign-in, and the password is not told', async () => {
    const { url } = await mailServer({ takes: false });
    const finding = await found(url);
    expect(finding).toMatchObject({ state: 'wrong', says: expect.stringContaining('refuses the sign-in') });
    expect(JSON.stringify(finding)).not.toContain('password@');
    expect(finding?.says).not.toContain('user:');
  });
  test('is away', async () => {
    expect(await found(`smtp://127.0.0.1:${await deadPort()}`)).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('cannot be reached'),
    });
  });
  test('is not set: that is wrong, but for trying out', async () => {
    expect(await found()).toMatchObject({ state: 'wrong', says: 'E-mails wait undelivered: SMTP_URL is not set.' });
    expect((await mailFindings({ ...config, demo: true }))[0]).toMatchObject({ state: 'note' });
  });
});

describe('the text message service', () => {
  const found = async (origin: string) => {
    const { findings, aheadMs } = await textFindings({
      ...config,
      smsUrl: origin.replace('//', '//account:token@') + '/?From=+15125550100',
    });
    return { ...findings[0], aheadMs };
  };

  test('answers, and is sent nothing', async () => {
    const { origin, asked } = await httpServer(200);
    expect(await found(origin)).toMatchObject({ state: 'fine' });
    expect(asked).toEqual(['GET /2010-04-01/Accounts/account/Messages.json?PageSize=1']);
  });
  test.each([
    [401, 'refuses the credentials (401)'],
    [403, 'refuses the credentials (403)'],
    [503, 'is out of order (503)'],
  ])('answers %i: that is wrong', async (status, says) => {
    const { origin } = await httpServer(status);
    expect(await found(origin)).toMatchObject({ state: 'wrong', says: expect.stringContaining(says) });
  });
  test('is away', async () => {
    expect(await found(`http://127.0.0.1:${await deadPort()}`)).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('cannot be reached'),
    });
  });
  test('tells its clock', async () => {
    const { origin } = await httpServer(200, { headers: { date: new Date(Date.now() - 300_000).toUTCString() } });
    const { aheadMs } = await found(origin);
    expect(Math.abs((aheadMs ?? 0) + 300_000)).toBeLessThan(5_000);
    const clock = clockFinding([{ whose: 'the text message service', aheadMs }], false);
    expect(clock).toMatchObject({
      state: 'wrong',
      says: expect.stringMatching(/^The clock of the text message service is \d+ seconds behind this machine’s\.$/),
    });
  });
});

describe('the clock', () => {
  test('agrees within half a minute, and has nothing to agree with otherwise', () => {
    expect(clockFinding([{ whose: 'the database', aheadMs: 29_000 }], false).state).toBe('fine');
    expect(clockFinding([{ whose: 'the database', aheadMs: 31_000 }], false).state).toBe('wrong');
    expect(clockFinding([{ whose: 'the database', aheadMs: null }], false).state).toBe('note');
    expect(clockFinding([{ whose: 'the database', aheadMs: 31_000 }], true).state).toBe('note');
  });
});

describe('Stripe', () => {
  let stripe: Awaited<ReturnType<typeof stripeStandIn>>;
  beforeAll(async () => void (stripe = await stripeStandIn()));
  afterAll(() => stripe.close());
  const keys = {
    secretKey: stripeEnv.STRIPE_SECRET_KEY,
    publishableKey: stripeEnv.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: stripeEnv.STRIPE_WEBHOOK_SECRET,
  };
  const found = async (more: Partial<typeof keys> = {}, check = 'cards') =>
    about((await cardFindings({ ...config, stripe: { ...keys, ...more } }, stripe.at)).findings, check);
  const url = 'https://portal.invalid/api/webhooks/stripe';
  const endpoint = (more = {}) => ({ url, status: 'enabled', enabled_events: [...eventTypes], ...more });

  test('takes the key, and sends its events here', async () => {
    stripe.account.endpoints = [endpoint()];
    expect(await found()).toEqual([['fine', 'Stripe takes the secret key.', null]]);
    expect(await found({}, 'card events')).toEqual([['fine', `Stripe sends them to ${url}.`, null]]);
    stripe.account.endpoints = [endpoint({ enabled_events: ['*'] })];
    expect((await found({}, 'card events'))[0]?.[0]).toBe('fine');
  });
  test('refuses the key', async () => {
    expect((await found({ secretKey: 'sk_test_other' }))[0]).toMatchObject([
      'wrong',
      expect.stringContaining('Stripe refuses STRIPE_SECRET_KEY'),
      expect.anything(),
    ]);
  });
  test.each([
    ['has no endpoint here', [endpoint({ url: 'https://other.invalid' })], `Stripe sends no events to ${url}.`],
    ['switched it off', [endpoint({ status: 'disabled' })], `Stripe has switched off the endpoint ${url}.`],
    [
      'leaves events out',
      [endpoint({ enabled_events: eventTypes.filter((type) => type !== 'charge.refunded') })],
      `Stripe does not send charge.refunded to ${url}.`,
    ],
  ])('%s', async (_, endpoints, says) => {
    stripe.account.endpoints = endpoints;
    expect((await found({}, 'card events'))[0]).toMatchObject(['wrong', says, expect.anything()]);
  });
  test('does not let a restricted key read that, which is no fault', async () => {
    stripe.account.endpoints = null;
    expect((await found())[0]?.[0]).toBe('fine');
    expect((await found({}, 'card events'))[0]?.[0]).toBe('note');
  });
  test('is away', async () => {
    const { findings } = await cardFindings({ ...config, stripe: keys }, { ...stripe.at, port: await deadPort() });
    expect(about(findings, 'cards')[0]?.slice(0, 2)).toEqual([
      'wrong',
      expect.stringContaining('cannot be reached') as string,
    ]);
  });
  test('has keys of two modes, or a secret that is none', async () => {
    stripe.account.endpoints = [endpoint()];
    expect((await found({ publishableKey: 'pk_live_x' }))[0]?.[1]).toMatch(/one of live and one of test mode/);
    expect((await found({ webhookSecret: 'sk_test_x' }))[0]?.[1]).toMatch(
      /^STRIPE_WEBHOOK_SECRET is no signing secret/,
    );
  });
});

describe('the settings', () => {
  const found = async (more: Partial<Config>, check: string, isServing = false) =>
    about(await settingsFindings({ ...config, ...more }, isServing), check)[0];
  const local = (origin: string) => ({ port: Number(new URL(origin).port) });

  test('name no address, one of this machine, one without TLS', async () => {
    expect(await found({ publicUrlGiven: false }, 'address')).toMatchObject([
      'wrong',
      expect.stringContaining('PUBLIC_URL is not set'),
      expect.anything(),
    ]);
    expect(await found({ publicUrl: 'http://localhost:3000' }, 'address')).toMatchObject([
      'wrong',
      expect.stringContaining('no owner can open'),
      expect.anything(),
    ]);
    expect(await found({ publicUrl: 'http://portal.invalid' }, 'address')).toMatchObject([
      'wrong',
      expect.stringContaining('without https'),
      expect.anything(),
    ]);
    expect(await found({ demo: true, publicUrlGiven: false }, 'address')).toBeUndefined();
  });
  test('name an address that leads nowhere', async () => {
    expect((await found({ port: 0 }, 'address'))?.slice(0, 2)).toEqual([
      'wrong',
      expect.stringMatching(/^The name portal\.invalid leads to no address/),
    ]);
  });
  test('name the port of a running server, of this version or another', async () => {
    const dead = { port: await deadPort() };
    expect((await found(dead, 'server'))?.[0]).toBe('note');
    expect((await found(dead, 'server', true))?.[1]).toMatch(
      /^A server has the database open, and none answers at http/,
    );
    expect((await found({ port: 0 }, 'server', true))?.[0]).toBe('fine');
    const same = await httpServer(200, { body: JSON.stringify({ status: 'ok', version: packageJson.version }) });
    expect((await found(local(same.origin), 'server'))?.[0]).toBe('fine');
    const old = await httpServer(200, { body: '{"status":"ok","version":"0.0.1"}' });
    expect(await found(local(old.origin), 'server')).toMatchObject([
      'wrong',
      expect.stringContaining('Version 0.0.1 is running'),
      expect.anything(),
    ]);
    const full = await httpServer(503, {
      body: JSON.stringify({ status: 'unavailable', version: packageJson.version }),
    });
    expect(await found(local(full.origin), 'server')).toMatchObject([
      'wrong',
      expect.stringContaining('cannot use its database'),
      expect.anything(),
    ]);
    const another = await httpServer(200, { body: '<html>' });
    const { port } = local(another.origin);
    expect(await found({ port }, 'server')).toMatchObject([
      'wrong',
      `No portal answers at PORT, and none can start there. Port ${port} is in use by another program. Stop that program, or choose another PORT.`,
      expect.anything(),
    ]);
    const metrics = { port, host: '127.0.0.1' };
    expect((await found({ port: 0, metrics }, 'metrics'))?.[1]).toMatch(/^They cannot be served at 127[^]*EADDRINUSE/);
    expect(await found({ port: 0, metrics: { ...metrics, port: 0 } }, 'metrics')).toBeUndefined();
  });
  test('believe no proxy though one must be there', async () => {
    expect((await found({ trustProxy: false }, 'proxy'))?.[0]).toBe('wrong');
    expect(await found({ trustProxy: false, host: '0.0.0.0' }, 'proxy')).toBeUndefined();
    expect(await found({ trustProxy: 1 }, 'proxy')).toBeUndefined();
  });
  test('say why push is off', async () => {
    expect(await found({ pushOff: 'Push notifications are off: so.' }, 'push')).toEqual([
      'note',
      'Push notifications are off: so.',
      null,
    ]);
    expect((await found({ pushOff: null }, 'push'))?.[0]).toBe('fine');
  });
});
