// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDraft } from '../../../../src/domain/booking/draft';
import { DRAFT_VERSION } from '../../../../src/domain/booking/draftVersion';
import { saveClinic } from '../../../../src/offline/database/clinicRecords';
import { markClientSynced } from '../../../../src/offline/clientSyncs';
import { portalDb } from '../../../../src/offline/database/db';
import { endSignOut, findLastClinic, readDevice } from '../../../../src/offline/database/device';
import { saveDraft } from '../../../../src/offline/database/drafts';
import {
  hasDatabase,
  lastClinic,
  markSaved,
  rememberClinic,
  savedKinds,
  type Kind,
} from '../../../../src/offline/marker';
import { enqueue } from '../../../../src/offline/database/outboxStore';
import { saveSession } from '../../../../src/offline/database/session';
import { owner } from '../../api/support';
import { exampleShop } from '../../shop';
import { emptyDevice, refill, riley, uuid } from '../outbox/support';

const all: Kind[] = ['session', 'reader', 'draft', 'clinic', 'outbox'];
const noted = () => [...savedKinds('oakwood')].sort();
const at = '2026-11-22T15:00:00.000Z';
const saved = {
  version: DRAFT_VERSION,
  savedAt: at,
  userId: null,
  position: { step: 'appointment' as const },
  draft: emptyDraft(uuid(9)),
};

/** Something of each kind, and nothing noted. */
async function fullDevice(): Promise<void> {
  await saveSession({ clinicId: 'oakwood', ...owner() });
  await portalDb().readers.put({ clinicId: 'oakwood', user: owner().user });
  await saveClinic(exampleShop(), at);
  await saveDraft('oakwood', saved);
  await enqueue(refill(), riley, uuid(1), Date.now());
  localStorage.clear();
}

beforeEach(async () => {
  localStorage.clear();
  await emptyDevice();
});

describe('what is on the device, by its database', () => {
  it.each([['every note', all], ...all.map((kind) => [`the note of the ${kind}`, [kind]] as [string, Kind[]])])(
    'is found though %s is lost with a killed browser',
    async (_, lost) => {
      await fullDevice();
      all.filter((kind) => !lost.includes(kind)).forEach((kind) => markSaved('oakwood', kind));
      expect(noted().length).toBe(all.length - lost.length);
      const { session, reader, clinic } = await readDevice('oakwood');
      expect([session?.token, reader?.id, clinic?.shop.id]).toEqual(['owner-1', owner().user.id, 'oakwood']);
      expect(noted()).toEqual([...all].sort());
      expect(lastClinic()).toBe('oakwood');
    },
  );

  it.each(all)('takes back the note of a %s that is not there', async (kind) => {
    markSaved('oakwood', kind);
    markSaved('oakwood', 'leaving');
    expect(await readDevice('oakwood')).toEqual({ session: null, reader: null, clinic: null });
    expect(noted(), 'whether somebody leaves is not in the database').toEqual(['leaving']);
  });

  it("is another clinic's own", async () => {
    await fullDevice();
    expect(await readDevice('harbor')).toEqual({ session: null, reader: null, clinic: null });
    expect([...savedKinds('harbor')]).toEqual([]);
  });

  it('leaves no mark of a user who has left, though the browser came back with it (D-308)', async () => {
    await saveSession({ clinicId: 'oakwood', ...owner() });
    markClientSynced(owner().user.id, 'client-riley');
    markClientSynced('user-sam', 'client-sam');
    await readDevice('oakwood');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('client-sync:'))).toEqual([
      `client-sync:${owner().user.id}:client-riley`,
    ]);
    await endSignOut('oakwood');
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

describe('whether there is a database', () => {
  it('is known without opening one, so that a first visit makes none and waits for none', async () => {
    await portalDb().delete();
    expect(await hasDatabase()).toBe(false);
    expect(await indexedDB.databases()).toEqual([]);
    await portalDb().open();
    expect(await hasDatabase()).toBe(true);
  });

  it('is taken for granted where databases cannot be listed', async () => {
    await portalDb().delete();
    const { databases } = Object.getPrototypeOf(indexedDB) as IDBFactory;
    Object.assign(indexedDB, { databases: undefined });
    expect(await hasDatabase()).toBe(true);
    Object.assign(indexedDB, { databases });
    await portalDb().open();
  });
});

describe('the clinic that was loaded last', () => {
  it('is found where its note is lost (D-45)', async () => {
    await saveClinic(exampleShop(), at);
    await saveClinic(exampleShop({ id: 'harbor' }), '2026-11-22T16:00:00.000Z');
    await saveClinic(exampleShop({ id: 'willow' }), '2026-11-22T14:00:00.000Z');
    await findLastClinic();
    expect(lastClinic()).toBe('harbor');
  });

  it('is none where none was', async () => {
    rememberClinic('');
    await findLastClinic();
    expect(lastClinic()).toBeNull();
  });
});
