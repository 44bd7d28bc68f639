import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { sparePort } from '../../tests/support/port';
import { host, startProxy } from '../support/proxies';

/** nginx's lines for several servers, before servers that only answer; an answer may take a fifteenth of the shipped time. */
const linesFor = async (file: string, ports: readonly number[]): Promise<string> => {
  const text = await readFile(join('server/release/files', file), 'utf8');
  const several = [...text.matchAll(/^ {2}# (server .*)$/gm)].map(([, line]) => line ?? '');
  expect(several).toHaveLength(2);
  return text
    .replace(
      /^ {2}server .*$/m,
      ports.flatMap((port) => several.map((line) => line.replace('3000', String(port)))).join('\n'),
    )
    .replace('proxy_read_timeout 30s', 'proxy_read_timeout 2s');
};

const program = `const server = require('node:http').createServer((_, reply) => setTimeout(() => reply.end('ok'), 5));
  server.keepAliveTimeout = 72_000;
  server.listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listens'));
  process.on('SIGTERM', () => { server.close(() => process.exit()); server.closeIdleConnections(); });`;

async function up(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', program, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}
async function down(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

type Answered = { at: number; status: number; ms: number };

/** Asks forty times a second, each fourth time to write, until it is ended. */
function asking(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000, rejectUnauthorized: false, servername: host });
  const answered: Promise<Answered>[] = [];
  let isOver = false;
  const ask = (method: string) =>
    new Promise<Answered>((done, failed) => {
      const at = performance.now();
      const asked = request({ host: '127.0.0.1', port, method, agent, headers: { host } }, (reply) => {
        reply.resume().on('end', () => done({ at, status: reply.statusCode ?? 0, ms: performance.now() - at }));
      });
      asked.on('error', failed).end();
    });
  const loop = (async () => {
    for (let n = 0; !isOver; n += 1) {
      answered.push(ask(n % 4 === 3 ? 'POST' : 'GET'));
      await pause(25);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    const all = await Promise.all(answered);
    agent.destroy();
    return all;
  };
}

test('several servers behind nginx: none is refused while they restart one after the other, and a frozen one is left out', async () => {
  const ports = [await sparePort(), await sparePort()];
  const servers = [await up(ports[0]!), await up(ports[1]!)];
  const port = await sparePort();
  const proxy = await startProxy('nginx', { read: (file) => linesFor(file, ports), port: ports[0]! }, port);

  const restarts = asking(port);
  for (const n of [0, 1, 0, 1]) {
    await down(servers[n]!);
    await pause(500);
    servers[n] = await up(ports[n]!);
  }
  const during = await restarts();
  expect(during.length).toBeGreaterThan(50);
  expect(during.filter(({ status }) => status !== 200)).toEqual([]);

  // Marks of the restarts are over.
  await pause(11_000);
  const freeze = asking(port);
  const began = performance.now();
  servers[0]!.kill('SIGSTOP');
  await pause(20_000);
  const frozen = (await freeze()).filter(({ at }) => at > began + 2_500);
  const late = frozen.filter(({ status, ms }) => status !== 200 || ms > 1_500);
  console.log(`while one of two is frozen: ${late.length} of ${frozen.length} calls late or refused`);
  expect(late.length).toBeLessThan(10);

  await proxy.stop();
  for (const server of servers) server.kill('SIGKILL');
});
