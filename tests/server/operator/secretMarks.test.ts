import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetJobs } from '../../../server/db/jobs';
import { secretFindings } from '../../../server/operator/doctor/settings';
import { markRound, secretsSeen, startSecretMarks, takeMark } from '../../../server/operator/secretMarks';
import { startTestServer, type TestServer } from '../../support/server';

const minute = 60_000;
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const secrets = ['a secret of one server, long enough', 'a secret of another one, long enough'] as const;

/** A server of this SECRET on the database, and what it warned of. */
function having(secret: string) {
  const warned: string[] = [];
  const log = { ...server.services.log, warn: (_: object, text: string) => void warned.push(text) };
  const services = {
    ...server.services,
    log: log as typeof server.services.log,
    config: { ...server.services.config, secret },
  };
  return { warned, services, round: () => markRound(services) };
}
const told = async (secret: string) =>
  secretFindings(await secretsSeen(server.db, secret, server.clock.now()), server.clock.now()).map(
    ({ state }) => state,
  );

it('servers with one SECRET are fine, with two each warns, and none is refused', async () => {
  const [one, twin, other] = [having(secrets[0]), having(secrets[0]), having(secrets[1])];
  expect(await told(secrets[0])).toEqual([]);
  await one.round();
  await twin.round();
  expect(await told(secrets[0])).toEqual(['fine']);
  expect(await told(secrets[1])).toEqual(['wrong']);
  await other.round();
  await one.round();
  expect([one.warned.length, twin.warned.length, other.warned.length]).toEqual([1, 0, 1]);
  expect(other.warned[0]).toMatch(/^another server on this database has another SECRET/);
  const rows = await server.db.selectFrom('jobs').select('name').execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/long enough/);
});

it('a change is silent once the servers with the other one are gone: at once where they were stopped', async () => {
  const [before, after] = [having(secrets[0]), having(secrets[1])];
  const running = startSecretMarks(before.services);
  await running.stop();
  await after.round();
  expect(after.warned).toEqual([]);

  // One that was killed takes nothing back.
  await before.round();
  await after.round();
  expect(after.warned).toHaveLength(1);
  server.clock.advance(31 * minute);
  await after.round();
  expect(after.warned).toHaveLength(1);
  expect(await told(secrets[1])).toEqual(['fine']);
  expect(await server.db.selectFrom('jobs').select('name').execute()).toHaveLength(1);
  await takeMark(server.db, secrets[1]);
  await forgetJobs(server.db);
});
