import { chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askServer } from '../../../server/operator/ask';
import { socketPlace } from '../../../server/operator/address';
import { FolderUnsafe, mustBeMine } from '../../../server/system/privateFolder';
import { startOperatorSocket, type OperatorSocket } from '../../../server/operator/socket';
import type { Services } from '../../../server/calls/services';
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
  expect(await askServer(folder(), { name: 'list' })).toMatchObject({
    exit: 0,
    out: ['ID        NAME       ADDRESS', expect.stringContaining('testvets') as string],
  });
  expect(await askServer(folder(), { name: 'requests', clinicId: 'testvets' })).toMatchObject({
    out: ['Nothing waits for Test Vets.'],
  });
  await socket.stop();
  socket = null;
  expect(existsSync(socketPlace(folder()).path)).toBe(false);
  expect(await askServer(folder(), { name: 'list' })).toBeNull();
});

it('takes the place of one that a killed server left', async () => {
  writeFileSync(socketPlace(folder()).path, '');
  socket = await startOperatorSocket(services);
  expect(await askServer(folder(), { name: 'messages' })).toMatchObject({ exit: 0 });
});

it('is not asked where another user could have put it', async () => {
  const { path } = socketPlace(folder());
  if (process.getuid?.() !== 0) return expect(() => mustBeMine('/usr')).toThrow(FolderUnsafe);
  socket = await startOperatorSocket(services);
  chownSync(path, 12_345, 12_345);
  await expect(askServer(folder(), { name: 'list' })).rejects.toThrow(FolderUnsafe);
  chownSync(path, 0, 0);
  chownSync(folder(), 12_345, 12_345);
  await expect(askServer(folder(), { name: 'list' })).rejects.toThrow('belongs to user 12345');
  chownSync(folder(), 0, 0);
  expect(await askServer(folder(), { name: 'list' })).toMatchObject({ exit: 0 });
  return undefined;
});

it('finds its place also under a folder deeper than a socket’s address may be', async () => {
  const deep = join(folder(), 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(deep, { recursive: true });
  services = { ...services, config: { ...services.config, dataDir: deep } };
  socket = await startOperatorSocket(services);
  expect(await askServer(deep, { name: 'list' })).toMatchObject({ exit: 0 });
  const place = socketPlace(deep);
  expect([statSync(place.folder).mode & 0o777, statSync(place.path).mode & 0o777]).toEqual([0o700, 0o600]);
  if (process.getuid?.() !== 0) return;
  // Somebody who is there first is handed nothing, and the server does not take their folder.
  await socket.stop();
  socket = null;
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder();
  const taken = socketPlace(deep).folder;
  mkdirSync(taken, { mode: 0o777 });
  chownSync(taken, 12_345, 12_345);
  await expect(startOperatorSocket(services)).rejects.toThrow(FolderUnsafe);
  await expect(askServer(deep, { name: 'list' })).rejects.toThrow(FolderUnsafe);
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});

it('survives nonsense', async () => {
  socket = await startOperatorSocket(services);
  const answer = await new Promise<string>((told) => {
    const client = connect({ path: socketPlace(folder()).path, allowHalfOpen: true });
    client.on('data', (data) => told(data.toString()));
    client.end('{"name":"format c:"}');
  });
  expect(JSON.parse(answer)).toMatchObject({ exit: 1, out: [] });
  expect(await askServer(folder(), { name: 'list' })).toMatchObject({ exit: 0 });
});
