import type { Captured } from './captured';
import { runFor } from './tools';

/** What sqlmap found in one request, how many of the marked values it tried, and how it ended. */
type Tried = { found: string[]; tried: number; isCutOff: boolean; fault: string | null };

/**
 * Tries one request by sqlmap: blind by comparing answers, by the database's errors, and by joining statements, as
 * PostgreSQL knows them. Not by time and not by further statements: each such try waits for seconds.
 */
export async function trySql(program: string, folder: string, request: Captured, ms: number): Promise<Tried> {
  const { output, isCutOff } = await runFor(
    program,
    [
      `--url=${request.url}`,
      `--method=${request.method}`,
      ...(request.body === null ? [] : [`--data=${request.body}`]),
      `--headers=${Object.entries(request.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}`,
      // Without this it reads its targets from the standard input, finds none there and ends well.
      '--ignore-stdin',
      '--batch',
      '--flush-session',
      '--disable-coloring',
      '--level=1',
      '--risk=1',
      '--technique=BEU',
      '--dbms=postgresql',
      '--ignore-code=400,401,403,404,409,410,422,429',
      '--retries=1',
      `--output-dir=${folder}`,
    ],
    ms,
  );
  return { ...readSqlmap(output), isCutOff };
}

/** Reads what sqlmap prints. */
export function readSqlmap(output: string): Pick<Tried, 'found' | 'tried' | 'fault'> {
  const found = [...output.matchAll(/^Parameter: (.+)\n(?: +Type: (.+)\n)?/gm)].map(
    ([, parameter = '', type = '']) => `${parameter}: ${type}`,
  );
  const tried = output.match(/testing for SQL injection on/g)?.length ?? 0;
  const faults = [...output.matchAll(/\[CRITICAL\] (.+)/g)]
    .map(([, fault = '']) => fault)
    .filter((fault) => !fault.startsWith('all tested parameters do not appear to be injectable'));
  return { found, tried, fault: faults[0] ?? null };
}
