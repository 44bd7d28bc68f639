import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askServer } from '../../../server/operator/ask';
import { socketPath } from '../../../server/operator/address';
import { startOperatorSocket, type OperatorSocket } from '../../../server/operator/socket';
import type { Services } from '../../../server/services';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
let services: Services;
let socket: OperatorSocket | null = null;
beforeEach(async () => {
  server = await startTestServer();
  services = { ...server.services, config: { ...server.services.config, databaseUrl: undefined } };
});
afterEach(async () => {
  await socket?.stop();
  await server.close();
});

const folder = () => services.config.dataDir;

it('answers, and is gone once it is stopped', async () => {
  socket = await startOperatorSocket(services);
  expect(await askServer(folder(), { name: 'list' })).toMatchObject({ exit: 0, out: ['ID        NAME       ADDRESS', expect.stringContaining('testvets') as string] });
  expect(await askServer(folder(), { name: 'requests', clinicId: 'testvets' })).toMatchObject({ out: ['Nothing waits for Test Vets.'] });
  await socket.stop();
  socket = null;
  expect(existsSync(socketPath(folder()))).toBe(false);
  expect(await askServer(folder(), { name: 'list' })).toBeNull();
});

it('takes the place of one that a killed server left', async () => {
  writeFileSync(socketPath(folder()), '');
  socket = await startOperatorSocket(services);
  expect(await askServer(folder(), { name: 'messages' })).toMatchObject({ exit: 0 });
});

it('finds its place also under a folder deeper than a socket’s address may be', async () => {
  const deep = join(folder(), 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(deep, { recursive: true });
  services = { ...services, config: { ...services.config, dataDir: deep } };
  socket = await startOperatorSocket(services);
  expect(await askServer(deep, { name: 'list' })).toMatchObject({ exit: 0 });
});

it('survives nonsense', async () => {
  socket = await startOperatorSocket(services);
  const answer = await new Promise<string>((told) => {
    const client = connect({ path: socketPath(folder()), allowHalfOpen: true });
    client.on('data', (data) => told(data.toString()));
    client.end('{"name":"format c:"}');
  });
  expect(JSON.parse(answer)).toMatchObject({ exit: 1, out: [] });
  expect(await askServer(folder(), { name: 'list' })).toMatchObject({ exit: 0 });
});
