import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { PortalDb } from '../../../../src/offline/database/db';

test('lets a newer version of the app open the database, without a complaint', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const name = 'portal-of-two-versions';
  const db = new PortalDb(name);
  await db.sessions.put({ clinicId: 'oak' });

  const later = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, db.verno * 10 + 10);
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error ?? new Error('refused')));
  });
  expect([...later.objectStoreNames]).toContain('sessions');
  later.close();

  expect(warn).not.toHaveBeenCalled();
});
