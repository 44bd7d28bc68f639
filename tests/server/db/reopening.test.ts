import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { embeddedDatabase } from '../../../server/db/embedded';
import { reopening } from '../../../server/db/reopening';
import { toApiError } from '../../../server/plugins/errorReplies';
import { prepareDataDir } from '../../support/database';

/** A database that gives up at a word, as on a full disk, and then never returns from anything that it is asked. */
async function fragile(dataDir: string): Promise<PGlite> {
  const database = await PGlite.create({ dataDir, extensions: { btree_gist } });
  const send = database.execProtocolStream.bind(database);
  let isGone = false;
  database.execProtocolStream = async (message, options) => {
    if (isGone) return new Promise(() => {});
    if (Buffer.from(message).includes('give up')) {
      isGone = true;
      throw Object.assign(new Error('could not write to file "pg_wal/xlogtemp.42": No space left on device'), {
        severity: 'PANIC',
        code: '53100',
      });
    }
    return send(message, options);
  };
  return database;
}

test('an embedded database that gave up is asked nothing more, and opened again once there is room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-reopening-'));
  await prepareDataDir(folder);
  let hasRoom = true;
  let opened = 0;
  const db = await embeddedDatabase(
    await reopening(
      () => ((opened += 1), fragile(join(folder, 'db'))),
      async () => hasRoom,
    ),
  );
  const fails = async (work: Promise<unknown>) =>
    expect(
      toApiError(
        await work.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    ).toMatchObject({ status: 503 });
  const inTransaction = (text: string) =>
    db
      .transaction()
      .execute(
        async (trx) =>
          (await sql<{ one: number }>`select ${sql.lit(text)} as word, 1 as one`.execute(trx)).rows[0]?.one,
      );
  const alone = (text: string) => sql`select ${sql.lit(text)} as word`.execute(db);

  for (const giveUp of [inTransaction, alone]) {
    hasRoom = false;
    const before = opened;
    await fails(giveUp('give up'));
    await fails(inTransaction('hello'));
    await fails(alone('hello'));
    expect(opened).toBe(before);
    hasRoom = true;
    await expect.poll(() => inTransaction('hello').catch(() => null)).toBe(1);
    expect(opened).toBe(before + 1);
  }
  await db.destroy();
  await rm(folder, { recursive: true });
}, 60_000);
