import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDraft, emptyForm, type SavedBooking } from '../../../src/domain/booking/draft';
import { DRAFT_VERSION } from '../../../src/domain/booking/draftVersion';
import { loadClinic, saveClinic } from '../../../src/offline/database/clinicRecords';
import { portalDb } from '../../../src/offline/database/db';
import { loadDraft, removeDraft, saveDraft } from '../../../src/offline/database/drafts';
import { entriesOf } from '../../../src/offline/database/outboxStore';
import { copyOf } from '../../../src/offline/database/copies';
import { loadCopies } from '../../../src/offline/database/records';
import { loadReader, loadSession, removeSession, saveSession, wipeOwner } from '../../../src/offline/database/session';
import { owner } from '../api/support';
import { exampleShop } from '../shop';

const at = new Date('2026-11-21T15:00:00Z');
const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000);

const savedBooking = (petName: string): SavedBooking => ({
  version: DRAFT_VERSION,
  savedAt: at.toISOString(),
  userId: null,
  position: { step: 'client-info' },
  draft: {
    ...emptyDraft('00000000-0000-4000-8000-000000000001'),
    form: { ...emptyForm, firstName: 'Riley', petName },
  },
});

beforeEach(async () => {
  const db = portalDb();
  await Promise.all(db.tables.map((table) => table.clear()));
});

describe('drafts', () => {
  it('come back as they were saved, each for its clinic', async () => {
    await saveDraft('oakwood', savedBooking('Biscuit'));
    await saveDraft('harbor', savedBooking('Juniper'));
    expect(await loadDraft('oakwood', later(1))).toEqual(savedBooking('Biscuit'));
    expect((await loadDraft('harbor', later(1)))?.draft.form?.petName).toBe('Juniper');
    expect(await loadDraft('willow', later(1))).toBeNull();
  });

  it('are discarded after a day', async () => {
    await saveDraft('oakwood', savedBooking('Biscuit'));
    expect(await loadDraft('oakwood', later(23))).not.toBeNull();
    expect(await loadDraft('oakwood', later(25))).toBeNull();
    expect(await portalDb().drafts.count()).toBe(0);
  });

  it('are kept longer while a payment is under way', async () => {
    const paying = savedBooking('Biscuit');
    paying.draft.paymentRequestId = 'AAAAAAAAAAAAAAAAAAAAAA';
    await saveDraft('oakwood', paying);
    expect(await loadDraft('oakwood', later(72))).toEqual(paying);
  });

  it.each([
    ['of another version', { ...savedBooking('Biscuit'), version: 0 }],
    ['at a step that does not exist', { ...savedBooking('Biscuit'), position: { step: 'lunch' } }],
    ['without their values', { ...savedBooking('Biscuit'), draft: null }],
    ['that are no draft', 'Biscuit'],
  ])('%s are dropped, not crashed on', async (_, saved) => {
    await portalDb().drafts.put({ clinicId: 'oakwood', saved });
    expect(await loadDraft('oakwood', at)).toBeNull();
    expect(await portalDb().drafts.count()).toBe(0);
  });

  it('can be removed', async () => {
    await saveDraft('oakwood', savedBooking('Biscuit'));
    await removeDraft('oakwood');
    expect(await loadDraft('oakwood', at)).toBeNull();
  });
});

/** Every version that was ever given to owners. */
const versions: Record<number, Record<string, string>> = {
  1: { sessions: 'clinicId', drafts: 'clinicId', clinics: 'clinicId' },
  2: { records: '[clinicId+userId+kind+id], saved_at', outbox: 'id, clinicId' },
};

/** The device as an older version of the portal left it. */
async function olderDevice(upTo: number, rows: Record<string, unknown[]>) {
  await portalDb().delete();
  const older = new Dexie('portal');
  for (let version = 1; version <= upTo; version += 1) older.version(version).stores(versions[version] ?? {});
  for (const [table, values] of Object.entries(rows)) await older.table(table).bulkPut(values);
  older.close();
  await portalDb().open();
}

describe('a device of an older version', () => {
  const session = { clinicId: 'oakwood', ...owner() };
  const draft = { clinicId: 'oakwood', saved: savedBooking('Biscuit') };
  const clinic = { clinicId: 'oakwood', shop: exampleShop(), savedAt: at.toISOString() };

  it('of the first one keeps session, draft and clinic', async () => {
    await olderDevice(1, { sessions: [session], drafts: [draft], clinics: [clinic] });
    expect(await loadSession('oakwood')).toEqual(session);
    expect((await loadDraft('oakwood', later(1)))?.draft.form?.petName).toBe('Biscuit');
    expect(await loadClinic('oakwood')).toEqual(clinic);
    expect(await portalDb().outbox.count()).toBe(0);
  });

  it('of the second one keeps ten requests in their order, the records and the draft', async () => {
    const entry = (n: number) => ({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      order: n,
      kind: 'requestRefill',
      clinicId: 'oakwood',
      userId: owner().user.id,
      payload: { patient_id: 'biscuit', medication_id: null, note: `Number ${n}` },
      about: { petName: 'Biscuit', medication: null },
      createdAt: at.toISOString(),
      confirmedAt: null,
      attempts: n % 2,
      state: 'waiting',
      held: null,
      receipt: null,
      isAnnounced: false,
    });
    const whose = { clinicId: 'oakwood', userId: owner().user.id };
    const rabies = {
      id: 'rabies',
      description: 'Rabies',
      issue_date: null,
      expiration_date: '2027-01-01',
      expired: false,
      expires_soon: false,
    };
    await olderDevice(2, {
      sessions: [session],
      drafts: [draft],
      outbox: [10, 3, 7, 1, 9, 2, 8, 4, 6, 5].map(entry),
      records: [{ ...whose, kind: 'vaccinations', id: 'biscuit', value: [rabies], saved_at: at.toISOString() }],
    });
    expect((await entriesOf(whose)).map(({ payload }) => 'note' in payload && payload.note)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Number ${n + 1}`),
    );
    expect(copyOf(await loadCopies(whose), 'vaccinations', 'biscuit')?.value).toEqual([rabies]);
    expect((await loadDraft('oakwood', later(1)))?.draft.form?.petName).toBe('Biscuit');
    expect(await loadSession('oakwood')).toEqual(session);
  });
});

describe('sessions', () => {
  it('are one a clinic', async () => {
    await saveSession({ clinicId: 'oakwood', ...owner() });
    expect(await loadSession('oakwood')).toEqual({ clinicId: 'oakwood', ...owner() });
    expect(await loadSession('harbor')).toBeNull();
  });

  it('are dropped when broken', async () => {
    await portalDb().sessions.put({ clinicId: 'oakwood', token: 7 });
    expect(await loadSession('oakwood')).toBeNull();
    expect(await portalDb().sessions.count()).toBe(0);
  });

  it('leave behind who may read on when they run out, until somebody is signed in (D-01)', async () => {
    await saveSession({ clinicId: 'oakwood', ...owner() });
    await removeSession('oakwood', owner().token, owner().user);
    expect([await loadSession('oakwood'), (await loadReader('oakwood'))?.id]).toEqual([null, owner().user.id]);
    await saveSession({
      clinicId: 'oakwood',
      token: 'guest-1',
      user: { ...owner().user, id: 'guest', is_guest: true },
    });
    expect((await loadReader('oakwood'))?.id).toBe(owner().user.id);
    await saveSession({ clinicId: 'oakwood', ...owner() });
    expect(await loadReader('oakwood')).toBeNull();
    await removeSession('oakwood', owner().token);
    expect(await loadReader('oakwood')).toBeNull();
  });

  it('stay where another tab has put them in the place of the lost one', async () => {
    await saveSession({ clinicId: 'oakwood', ...owner('owner-2') });
    expect(await removeSession('oakwood', 'owner-1', { ...owner().user, id: 'user-sam' })).toBe(false);
    expect([(await loadSession('oakwood'))?.token, await loadReader('oakwood')]).toEqual(['owner-2', null]);
    expect(await removeSession('oakwood', 'owner-2')).toBe(true);
    expect(await loadSession('oakwood')).toBeNull();
  });

  it("take the place of another owner's records and requests at the clinic, and of nothing else (D-01)", async () => {
    const row = (clinicId: string, userId: string) => ({
      clinicId,
      userId,
      kind: 'species',
      id: '',
      value: [],
      saved_at: at.toISOString(),
    });
    const whose = [
      ['oakwood', 'user-sam'],
      ['oakwood', owner().user.id],
      ['harbor', 'user-sam'],
    ] as const;
    await portalDb().records.bulkPut(whose.map(([clinicId, userId]) => row(clinicId, userId)));
    await portalDb().outbox.bulkPut(whose.map(([clinicId, userId], n) => ({ id: String(n), clinicId, userId })));
    await removeSession('oakwood', null, { ...owner().user, id: 'user-sam' });
    const left = async () =>
      [await portalDb().records.toCollection().primaryKeys(), await portalDb().outbox.toCollection().primaryKeys()].map(
        (keys) => keys.length,
      );

    await saveSession({
      clinicId: 'oakwood',
      token: 'guest-1',
      user: { ...owner().user, id: 'guest', is_guest: true },
    });
    expect(await left(), 'a guest is nobody').toEqual([3, 3]);
    await saveSession({ clinicId: 'oakwood', ...owner() });
    expect(await left()).toEqual([2, 2]);
    expect(await portalDb().outbox.get('0')).toBeUndefined();
    expect(await loadReader('oakwood')).toBeNull();
  });

  it('go with the draft when the owner signs out, and nothing of another clinic goes', async () => {
    for (const clinicId of ['oakwood', 'harbor']) {
      await saveSession({ clinicId, ...owner() });
      await saveDraft(clinicId, savedBooking('Biscuit'));
    }
    await saveClinic(exampleShop(), at.toISOString());
    await wipeOwner('oakwood');
    expect(await loadSession('oakwood')).toBeNull();
    expect(await loadDraft('oakwood', at)).toBeNull();
    expect(await loadSession('harbor')).not.toBeNull();
    expect(await loadDraft('harbor', at)).not.toBeNull();
    expect(await loadClinic('oakwood')).toBeNull();
  });
});

describe('the saved clinic', () => {
  it('says when it was saved', async () => {
    await saveClinic(exampleShop(), at.toISOString());
    expect(await loadClinic('oakwood')).toEqual({
      clinicId: 'oakwood',
      shop: exampleShop(),
      savedAt: at.toISOString(),
    });
  });

  it('is dropped when broken', async () => {
    await portalDb().clinics.put({
      clinicId: 'oakwood',
      shop: { ...exampleShop(), timezone: null as never },
      savedAt: at.toISOString(),
    });
    expect(await loadClinic('oakwood')).toBeNull();
  });
});
