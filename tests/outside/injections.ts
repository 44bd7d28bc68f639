import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answered } from '../../server/system/topics';
import { makeScene } from '../support/border/scene';
import { captures, type Captured } from './captured';
import { trySql } from './sqlmap';
import { howToInstall, whereIs, type Finding, type Outcome } from './tools';
import type { Vulnerable } from './vulnerable';

/** How long one request may be tried, milliseconds, and how much longer for each of its values: one whose reply is never twice the same takes long. */
const routeMs = 60_000;
const valueMs = 60_000;
const lanes = 2;

/**
 * sqlmap against every route, each by a request that the server takes: the scene of the border tests (two clinics with
 * every feature on, owners, guests and staff, no caps on calls) on an embedded database, listening on loopback.
 */
export async function injections(vulnerable: Vulnerable): Promise<Outcome> {
  const tool = 'sqlmap';
  const program = whereIs(tool);
  if (program === null) return { tool, findings: [], ran: [], missing: [howToInstall(tool)] };
  const folder = await mkdtemp(join(tmpdir(), 'portal-sqlmap-'));
  const findings: Finding[] = [];
  const missing: string[] = [];
  for (const request of vulnerable.requests) {
    const { found, fault } = await trySql(program, folder, request, routeMs);
    if (found.length === 0)
      missing.push(`It does not find the hole of the vulnerable server's ${request.route}: ${fault ?? 'nothing said'}`);
  }
  if (missing.length > 0) return { tool, findings, ran: [], missing };

  process.env['TEST_DB'] = 'pglite';
  const scene = await makeScene();
  await scene.server.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(scene.server.app.server.address() as AddressInfo).port}`;
  const seen = new Map<string, Map<number, number>>();
  const again = new Map<string, Captured['again']>();
  const stop = answered.hear(({ method, route, status }) => {
    const statuses = seen.get(`${method} ${route}`) ?? new Map<number, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    seen.set(`${method} ${route}`, statuses);
    void again.get(`${method} ${route}`)?.();
  });
  const all = captures(scene, origin);
  const left = [...all];
  let values = 0;

  async function one(request: Captured): Promise<void> {
    const ms = routeMs + request.marks * valueMs;
    // Each has a folder of its own: two at once would write into one file of sqlmap's.
    const own = await mkdtemp(join(folder, 'request-'));
    again.set(request.route, request.again);
    const { found, tried, isCutOff, fault } = await trySql(program!, own, request, ms);
    again.delete(request.route);
    values += tried;
    findings.push(...found.map((what) => ({ tool, where: request.route, what })));
    if (found.length === 0 && tried < request.marks)
      missing.push(
        `${request.route}: ${tried} of ${request.marks} values were tried${isCutOff ? ` in ${ms / 1000} s` : ''}${fault ? `: ${fault}` : ''}`,
      );
  }
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await one(await next.make());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  stop();
  for (const [route, statuses] of seen)
    for (const [status, count] of statuses)
      if (status >= 500) findings.push({ tool, where: route, what: `answered ${status} (${count} times)` });
  // A call that was never taken was tried at its door only.
  for (const { route } of all) {
    const statuses = [...(seen.get(route)?.keys() ?? [])];
    if (statuses.length > 0 && statuses.every((status) => status >= 400))
      missing.push(`${route}: its request was never taken (${statuses.join(', ')})`);
  }
  await scene.close();
  await rm(folder, { recursive: true, force: true });
  const requests = [...seen.values()].flatMap((statuses) => [...statuses.values()]).reduce((a, b) => a + b, 0);
  return { tool, findings, ran: [`${all.length} routes, ${values} values, ${requests} requests`], missing };
}
