import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { addressFound, askAddress } from '../../../../server/operator/doctor/address';
import { ended, key, lasting, other } from './certificates';
import { deadPort } from './support';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A proxy with this certificate that answers so. */
async function proxy(cert: string, status = 200, body = '{"status":"ok","version":"1.2.3"}'): Promise<string> {
  const server = createServer({ key, cert }, (_, response) => void response.writeHead(status).end(body));
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

const day = 86_400_000;
const end = Date.parse('2126-01-01T00:00:00Z');
const look = async (origin: string, ca?: string, { isRunning = true, daysLeft = 1000 } = {}) =>
  addressFound(origin, await askAddress(origin, ca), isRunning, new Date(end - daysLeft * day)).map(
    ({ check, state, says }) => [check, state, says.replace(origin, 'ORIGIN')],
  );

test('a portal at the address is fine, and a certificate that ends within 14 days is told', async () => {
  const origin = await proxy(lasting);
  const fine = ['address', 'fine', 'ORIGIN leads to a portal, version 1.2.3.'];
  expect(await look(origin, lasting, { daysLeft: 15 })).toEqual([fine]);
  expect(await look(origin, lasting, { daysLeft: 13.5 })).toEqual([
    fine,
    ['certificate', 'note', 'That of localhost ends in 13 days, at 2126-01-01T00:00:00.000Z.'],
  ]);
});

test.each([
  ['has ended', ended, ended, 'The certificate of localhost has ended: browsers open nothing there.'],
  ['is for another name', other, other, 'The certificate that ORIGIN shows is for another name.'],
  [
    'is signed by nobody',
    lasting,
    undefined,
    'Browsers do not know who signed the certificate of localhost (DEPTH_ZERO_SELF_SIGNED_CERT).',
  ],
])('a certificate that %s is said to be so', async (_, cert, ca, says) => {
  expect(await look(await proxy(cert), ca)).toEqual([['address', 'wrong', says]]);
});

test('a proxy without a server, another program, and nothing at all are told apart', async () => {
  const lost = await proxy(lasting, 502, '<html>');
  const says = 'The proxy at ORIGIN reaches no server (502), and one runs here.';
  expect(await look(lost, lasting)).toEqual([['address', 'wrong', says]]);
  expect((await look(lost, lasting, { isRunning: false }))[0]?.[1]).toBe('note');
  expect(await look(await proxy(lasting, 404, 'no'), lasting)).toMatchObject([
    ['address', 'wrong', expect.stringContaining('does not answer as the portal does (404)')],
  ]);
  const nobody = `https://localhost:${await deadPort()}`;
  expect(await look(nobody)).toMatchObject([['address', 'wrong', expect.stringMatching(/^ORIGIN does not answer: /)]]);
});
