import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { partOf } from './partition';

/**
 * Watches the statements of the tests on a partitioned database: each is explained once, and PostgreSQL's plan tells
 * which rows of the clinics' tables it reads without naming one clinic. A distributed database would ask every node for
 * those.
 */

/** A read of a clinics' table that names no clinic. `isLocked`: it locks the rows, which no distributed database does for many clinics. */
export type Crossing = { table: string; text: string; isInRequest: boolean; isLocked: boolean };

const requests = new AsyncLocalStorage<true>();
const seen = new Set<string>();
const found: Crossing[] = [];
const underWay = new Map<string, Promise<void>[]>();

/** Runs a call of a client: its statements are those of a request. */
export const inRequest = <T>(call: () => T): T => requests.run(true, call);

/** Takes what was found since the last time. */
export const takeCrossings = (): Crossing[] => found.splice(0);

/** Waits until every statement that was sent to the database has been explained, so that it can be dropped. */
export async function explained(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await Promise.all(underWay.get(name) ?? []);
  underWay.delete(name);
}

/** Not the template, which has no tables yet while it is made. */
const isOfTest = (database: string): boolean => database.startsWith('portal_test_');
const planned = /^\s*(select|with|insert|update|delete)\b/i;

/** Watches every client of this process from now on. */
export function watch(): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
    const { text, values } = args[0] as { text?: string; values?: unknown[] };
    const isInRequest = requests.getStore() === true;
    const once = `${isInRequest} ${text}`;
    const name = this.database ?? '';
    if (isOfTest(name) && typeof text === 'string' && planned.test(text) && !seen.has(once)) {
      seen.add(once);
      underWay.set(name, [...(underWay.get(name) ?? []), explain(this, text, values ?? [], isInRequest)]);
    }
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;

  async function explain(
    { host, port, database, user, password }: pg.Client,
    text: string,
    values: unknown[],
    isInRequest: boolean,
  ): Promise<void> {
    const client = new pg.Client({
      host,
      port,
      ...(database && { database }),
      ...(user && { user }),
      password: password ?? '',
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = (await query.call(client, `explain (format json, costs off) ${text}`, values)) as {
        rows: { 'QUERY PLAN': { Plan: Plan }[] }[];
      };
      for (const { Plan } of rows[0]!['QUERY PLAN'])
        for (const table of readsWithoutClinic(Plan))
          found.push({ table, text, isInRequest, isLocked: hasNode(Plan, 'LockRows') });
    } catch (error) {
      found.push({ table: `not explained: ${(error as Error).message}`, text, isInRequest, isLocked: false });
    } finally {
      await client.end();
    }
  }
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] } & Record<string, unknown>;

const conditions = ['Index Cond', 'Recheck Cond', 'Filter'];

/** The clinics' tables of which the plan reads rows without a condition on their clinic. */
export function readsWithoutClinic(plan: Plan): Set<string> {
  const tables = new Set((plan.Plans ?? []).flatMap((one) => [...readsWithoutClinic(one)]));
  const table = partOf(plan['Relation Name'] ?? '');
  if (table === null || plan['Node Type'] === 'ModifyTable') return tables;
  const named = new RegExp(`\\b${table.key} = (?!ANY)| = (\\w+\\.)?${table.key}\\)`);
  if (!conditions.some((name) => named.test(String(plan[name] ?? '')))) tables.add(table.name);
  return tables;
}

const hasNode = (plan: Plan, type: string): boolean =>
  plan['Node Type'] === type || (plan.Plans ?? []).some((one) => hasNode(one, type));
