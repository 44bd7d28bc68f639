import { startPooler } from './pooler';
import startPostgres from './postgres';

/**
 * For Vitest's globalSetup: a PostgreSQL as for the other tests, and before it a PgBouncer, through which every
 * database of the project's tests is used (TEST_POOLER_URL).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const stop = await startPostgres();
  const pooler = await startPooler(process.env['TEST_DATABASE_URL']!);
  process.env['TEST_POOLER_URL'] = pooler.databaseUrl;
  return async () => {
    delete process.env['TEST_POOLER_URL'];
    await pooler.close();
    await stop?.();
  };
}
