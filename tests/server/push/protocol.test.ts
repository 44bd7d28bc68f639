import { createECDH } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isPushAddress, isPublicAddress, publicLookup } from '../../../server/gateways/push/addresses';
import { encryptPush, mostPayloadBytes } from '../../../server/gateways/push/encrypt';
import { unsignedToken, vapidHeader } from '../../../server/gateways/push/vapid';
import { isVapidKey, pushSubject, vapidPublicKey } from '../../../server/config/push';
import { claimsOf, decrypt } from '../../support/pushService';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The example of RFC 8291: the keys of both sides, and the message. */
const rfc8291 = {
  plain: 'When I grow up, I want to be a watermelon',
  server: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  browser: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

/** The example of RFC 8292: a token and the key that it is signed with. */
const rfc8292 = {
  token:
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  claims: { aud: 'https://push.example.net', exp: 1453523768, sub: 'mailto:push@example.com' },
};

describe('encryption (RFC 8291)', () => {
  test("gives the RFC's message for the RFC's keys and salt", () => {
    const fixed = { privateKey: bytes(rfc8291.server), salt: bytes(rfc8291.salt) };
    expect(encryptPush(rfc8291.plain, rfc8291, fixed).toString('base64url')).toBe(rfc8291.body);
  });

  test('each message has its own key and salt, and the browser reads it, up to the longest', () => {
    const read = (message: Buffer) => decrypt(message, bytes(rfc8291.browser), bytes(rfc8291.auth));
    const two = [1, 2].map(() => encryptPush('Grüße', rfc8291));
    expect(two.map(read)).toEqual(['Grüße', 'Grüße']);
    expect(two[0]!.subarray(0, 16)).not.toEqual(two[1]!.subarray(0, 16));
    expect(two[0]!.subarray(21, 86)).not.toEqual(two[1]!.subarray(21, 86));
    const longest = encryptPush('x'.repeat(mostPayloadBytes), rfc8291);
    expect(longest).toHaveLength(4096);
    expect(read(longest)).toHaveLength(mostPayloadBytes);
    expect(() => encryptPush('x'.repeat(mostPayloadBytes + 1), rfc8291)).toThrow(RangeError);
  });

  test('keys that are no point of the curve are refused', () => {
    const off = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
    expect(() => encryptPush('x', { p256dh: off, auth: rfc8291.auth })).toThrow();
  });
});

describe('identification (RFC 8292)', () => {
  test("the RFC's own token holds, and what we sign for its claims is the same to the byte", () => {
    expect(claimsOf(`vapid t=${rfc8292.token}, k=${rfc8292.key}`)).toEqual(rfc8292.claims);
    expect(unsignedToken(rfc8292.claims)).toBe(rfc8292.token.split('.').slice(0, 2).join('.'));
  });

  test('a header names origin, subject and an end within a day, and is signed with the key', () => {
    const key = rfc8291.server;
    const now = new Date('2026-11-21T15:00:00Z');
    const header = vapidHeader('https://push.example.net/send/abc', { key, subject: 'https://portal.vets.com' }, now);
    expect(claimsOf(header)).toEqual({
      aud: 'https://push.example.net',
      exp: now.getTime() / 1000 + 12 * 3600,
      sub: 'https://portal.vets.com',
    });
    expect(header.endsWith(`, k=${vapidPublicKey(key)}`)).toBe(true);
    const forged = header.replace(/\.(.)/, (_, first: string) => `.${first === 'e' ? 'f' : 'e'}`);
    expect(() => claimsOf(forged)).toThrow('not signed');
  });

  test('a key is 32 bytes that are a scalar of the curve', () => {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(bytes(rfc8291.server));
    expect(vapidPublicKey(rfc8291.server)).toBe(pair.getPublicKey('base64url'));
    expect(isVapidKey(rfc8291.server)).toBe(true);
    for (const wrong of [
      '',
      'short',
      'A'.repeat(43),
      '_'.repeat(43),
      `${rfc8291.server}A`,
      `${rfc8291.server.slice(1)}!`,
    ])
      expect(isVapidKey(wrong), wrong).toBe(false);
  });
});

describe('the subject (D-440)', () => {
  test.each([
    ['https://portal.vets.com', true],
    ['https://portal.vets.com:8443', true],
    ['http://portal.vets.com', false],
    ['http://localhost:3000', false],
    ['https://localhost', false],
    ['https://127.0.0.1', false],
    ['https://[::1]', false],
    ['https://203.0.113.7', false],
    ['https://portal', false],
    ['https://portal.local', false],
    ['https://portal.localhost', false],
  ])('%s: %s', (publicUrl, isAccepted) => {
    expect(pushSubject(publicUrl)).toBe(isAccepted ? publicUrl : null);
  });
});

describe('addresses that push is sent to (D-440)', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ])('%s', (endpoint) => expect(isPushAddress(endpoint, false)).toBe(true));

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://8.8.8.8/x',
    'https://metadata.google.internal/x',
    'https://router.local/x',
    'https://intranet/x',
    'https://push.example.net:8080/x',
    'https://user:pass@push.example.net/x',
    'https://push.example.net/x#part',
    'file:///etc/passwd',
    'ftp://push.example.net/x',
    'not an address',
    '',
  ])('not %s', (endpoint) => {
    expect(isPushAddress(endpoint, false)).toBe(false);
  });

  test('with the switch for tests also this machine, but no other', () => {
    expect(isPushAddress('http://127.0.0.1:8080/x', true)).toBe(true);
    for (const other of ['http://10.0.0.1/x', 'http://push.example.net/x', 'http://localhost/x'])
      expect(isPushAddress(other, true), other).toBe(false);
  });

  test.each([
    ['8.8.8.8', true],
    ['172.15.0.1', true],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['100.64.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['2606:4700::1111', true],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['ff02::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['2001:db8::1', false],
    ['no address', false],
  ])('the address %s is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

  test('a name that leads to a private address is not called', async () => {
    const found = await new Promise<Error | null>((resolve) =>
      publicLookup('localhost', { all: true }, (error) => resolve(error)),
    );
    expect(found?.message).toBe('The name leads to no public address.');
  });
});
