import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskDb } from '../../../../src/desk/kept/db';
import { PortalDb } from '../../../../src/offline/database/db';

const warn = vi.spyOn(console, 'warn');
beforeEach(() => void warn.mockImplementation(() => undefined).mockClear());
afterEach(() => warn.mockReset());

/** Resolves with what an attempt comes to, once all others have let go of the database. */
const settled = <T>(attempt: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    attempt.addEventListener('success', () => resolve(attempt.result));
    attempt.addEventListener('error', () => reject(attempt.error ?? new Error('refused')));
  });

const owners = () => {
  const db = new PortalDb('portal-of-two-versions');
  return { db, use: () => db.sessions.put({ clinicId: 'oak' }), table: 'sessions' };
};
const desks = () => {
  const db = deskDb();
  return { db, use: () => db.halves.count(), table: 'halves' };
};

for (const [whose, make] of [
  ['the owners’', owners],
  ['the desk’s', desks],
] as const)
  test(`${whose} database lets a newer version of the app open it, and another tab delete it, without a complaint`, async () => {
    const { db, use, table } = make();
    await use();
    const later = await settled(indexedDB.open(db.name, db.verno * 10 + 10));
    expect([...later.objectStoreNames]).toContain(table);
    later.close();
    await settled(indexedDB.deleteDatabase(db.name));

    await use();
    await settled(indexedDB.deleteDatabase(db.name));
    expect(warn).not.toHaveBeenCalled();
  });
