import { startPostgres } from './postgres';

/**
 * For Vitest's globalSetup: a PostgreSQL 18, on which the tests' databases have every table of the clinics partitioned
 * by the clinic (TEST_PARTITIONED), as a distributed PostgreSQL keeps them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres({ newest: true });
  process.env['TEST_DATABASE_URL'] = url;
  process.env['TEST_PARTITIONED'] = 'true';
  return async () => {
    delete process.env['TEST_PARTITIONED'];
    delete process.env['TEST_DATABASE_URL'];
    await stop();
  };
}
