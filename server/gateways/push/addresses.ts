import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isPublicName } from '../../config/push';

/** The networks that are nobody's public address: private, link-local, loopback, multicast, reserved, translating. */
const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet, so that a call to it reaches nothing of the operator's own. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  return isIP(address) === 6 && global.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

const isLoopbackAddress = (address: string): boolean => address === '::1' || address.startsWith('127.');

/**
 * Whether push messages may be sent to an address that a browser named: https on the usual port, at a name of the public
 * internet. `loopback` allows this machine too, without TLS, for tests. What the name leads to is checked as it is
 * called.
 */
export function isPushAddress(endpoint: string, loopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (loopback && protocol === 'http:' && isLoopbackAddress(hostname)) return true;
  return protocol === 'https:' && port === '' && isPublicName(hostname);
}

/** Looks a name up and gives only public addresses, so that a name cannot lead to the operator's own network. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return done(new Error('The name leads to no public address.'), []);
    return options.all ? done(null, open) : done(null, first.address, first.family);
  });
};
