import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { howToInstall, runFor, whereIs, type Finding, type Outcome } from './tools';
import { slowServer } from './vulnerable';

/** A kind of slow caller: the program's switches for it, the path, and how long it goes on, seconds. */
type Kind = { name: string; args: string[]; path: string; seconds: number };

/** How many slow callers there are at once, and how long anybody else may wait for an answer meanwhile, seconds. */
const callers = 400;
const patience = 5;

const kinds = (asset: string): Kind[] => [
  { name: 'slow headers', args: ['-H', '-i', '5'], path: '/', seconds: 75 },
  { name: 'slow bodies', args: ['-B', '-i', '5', '-f', 'application/json'], path: '/api/jwt/login', seconds: 75 },
  { name: 'slow reading', args: ['-X', '-k', '3'], path: asset, seconds: 30 },
  { name: 'many ranges', args: ['-R', '-t', 'GET'], path: asset, seconds: 10 },
];

type Told = { closed: number; connected: number; isAway: boolean };

/** How many callers are left at the end. It ends with the last of them, and has not counted that second then. */
export const leftOf = (told: readonly Told[], output: string): number =>
  output.includes('No open connections left') ? 0 : (told.at(-1)?.connected ?? 0);

/** Reads what slowhttptest counted each second: seconds, closed, pending, connected, and 0 where nobody else was served. */
export const readSlow = (csv: string): Told[] =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number))
    .map(([, closed = 0, , connected = 0, served = 0]) => ({ closed, connected, isAway: served === 0 }));

/** Slow callers at the built server: everybody else is served meanwhile, and who never ends a request is hung up on. */
export async function slowCallers(origin: string, asset: string): Promise<Outcome> {
  const tool = 'slowhttptest';
  const program = whereIs(tool);
  if (program === null) return { tool, findings: [], ran: [], missing: [howToInstall(tool)] };
  const folder = await mkdtemp(join(tmpdir(), 'portal-slow-'));
  const measure = async (base: string, kind: Kind, count: number): Promise<{ told: Told[]; left: number }> => {
    const file = join(folder, kind.name.replaceAll(' ', '-'));
    const given = ['-c', String(count), '-r', '200', '-p', String(patience), '-l', String(kind.seconds)];
    const args = [...kind.args, ...given, '-g', '-o', file, '-u', `${base}${kind.path}`];
    const { output } = await runFor(program, args, (kind.seconds + 30) * 1000);
    const told = await readFile(`${file}.csv`, 'utf8').then(readSlow, () => []);
    return { told, left: leftOf(told, output) };
  };

  const slow = await slowServer();
  const { told: noticed } = await measure(
    slow.url,
    { name: 'self check', args: ['-H', '-i', '2'], path: '', seconds: 12 },
    50,
  );
  await slow.close();
  if (!noticed.some(({ isAway }) => isAway))
    return {
      tool,
      findings: [],
      ran: [],
      missing: ['It does not notice a server that slow callers keep from others.'],
    };

  const findings: Finding[] = [];
  const ran: string[] = [];
  const missing: string[] = [];
  for (const kind of kinds(asset)) {
    const { told, left } = await measure(origin, kind, callers);
    if (told.length === 0) {
      missing.push(`${kind.name}: nothing was counted`);
      continue;
    }
    ran.push(`${kind.name}: ${callers} callers, ${left} left after ${told.length} s`);
    const away = told.filter(({ isAway }) => isAway).length;
    if (away > 0) findings.push({ tool, where: kind.name, what: `others were not served for ${away} s` });
    // A request has 30 s to arrive (docs/operations.md); a machine that does much else takes some more to take all callers.
    if (kind.seconds > 40 && left > 0)
      findings.push({ tool, where: kind.name, what: `${left} callers are still there` });
  }
  await rm(folder, { recursive: true, force: true });
  return { tool, findings, ran, missing };
}
