import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guestSignIn } from '../../../src/contract/auth';
import { addressForCaps } from '../../../server/plugins/address';
import { startTestServer } from '../../support/server';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s (D-204)', (ip, counted) => {
  expect(addressForCaps(ip)).toBe(counted);
});

test('IPv6 addresses count as one exactly when their first 64 bits are equal', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const half = fc.array(group, { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(half, half, half, (network, one, other) => {
      expect(addressForCaps([...network, ...one].join(':'))).toBe(
        addressForCaps([...network, ...other].join(':').toUpperCase()),
      );
      if (one.join() !== network.join())
        expect(addressForCaps([...one, ...other].join(':'))).not.toBe(addressForCaps([...network, ...other].join(':')));
    }),
  );
});

test('a forwarded address counts only from a trusted proxy', async () => {
  const counted = async (env: Record<string, string>, forwarded: string) => {
    const server = await startTestServer({ env });
    await server.api(guestSignIn, {}, { headers: { 'x-forwarded-for': forwarded } });
    const { address } = await server.db.selectFrom('sessions').select('address').executeTakeFirstOrThrow();
    await server.close();
    return address;
  };
  expect(await counted({}, '203.0.113.7')).toBe('127.0.0.1');
  expect(await counted({ TRUST_PROXY: 'true' }, '203.0.113.7')).toBe('203.0.113.7');
  expect(
    await counted({ TRUST_PROXY: '1' }, '198.51.100.1, 203.0.113.7'),
    'what the caller wrote itself is not believed',
  ).toBe('203.0.113.7');
  expect(await counted({ TRUST_PROXY: '2' }, '198.51.100.1, 203.0.113.7')).toBe('198.51.100.1');
  expect(await counted({ TRUST_PROXY: '10.0.0.1' }, '203.0.113.7')).toBe('127.0.0.1');
});
