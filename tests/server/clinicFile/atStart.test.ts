import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listClinics } from '../../../server/modules/clinics/repository';
import type { Database } from '../../../server/db/schema';
import { loadClinics } from '../../../server/start/clinics';
import { clinicFile, knownClient, type Overrides } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'portal-files-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Writes a clinic's file, and returns its path. */
async function written(id: string, { shop = {}, ...lists }: Overrides = {}): Promise<string> {
  const path = join(folder, `${id}.json`);
  await writeFile(path, JSON.stringify(clinicFile({ clients: [], ...lists, shop: { ...shop, id } })));
  return path;
}

/** Loads the files as a start does, and returns how many statements that took. */
async function load(clinicFiles: string[], demo = false): Promise<number> {
  const { services } = server;
  let statements = 0;
  const db: Kysely<Database> = services.db.withPlugin({
    transformQuery: ({ node }) => ((statements += 1), node),
    transformResult: async ({ result }) => result,
  });
  const config = { ...services.config, demo, clinicFiles };
  await loadClinics(
    { ...services, db, config },
    () => [],
    async () => {},
  );
  return statements;
}

const nameOf = async (clinicId: string) => (await listClinics(server.db)).find(({ id }) => id === clinicId)?.name;

test('many files that have not changed take one statement; of them, one that has is read', async () => {
  const paths = await Promise.all(Array.from({ length: 12 }, (_, n) => written(`many-${n}`)));
  expect(await load(paths)).toBeGreaterThan(paths.length);
  expect(await load(paths)).toBe(1);
  await written('many-7', { shop: { name: 'Renamed' } });
  expect(await load(paths)).toBeGreaterThan(1);
  expect(await nameOf('many-7')).toBe('Renamed');
  expect(await load(paths)).toBe(1);
});

test.each([
  ['a demo clinic', 'trial-demo', { shop: { is_demo: true } }],
  ['a password', 'trial-password', { clients: [{ ...knownClient, password: 'correct horse' }] }],
])('%s that was taken for trying out is refused elsewhere, unchanged as it is', async (_, id, overrides: Overrides) => {
  const path = await written(id, overrides);
  await load([path], true);
  await expect(load([path])).rejects.toThrow('is taken only by a server for trying out');
});
