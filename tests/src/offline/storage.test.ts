import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { DRAFT_VERSION, emptyDraft, emptyForm, type SavedBooking } from '../../../src/domain/booking/draft';
import { loadClinic, saveClinic } from '../../../src/offline/clinicRecords';
import { PortalDb, portalDb } from '../../../src/offline/db';
import { loadDraft, removeDraft, saveDraft } from '../../../src/offline/drafts';
import { loadSession, saveSession, wipeOwner } from '../../../src/offline/session';
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

  it('survive the version that adds further tables', async () => {
    const name = 'upgrade';
    const first = new Dexie(name);
    first.version(1).stores({ sessions: 'clinicId', drafts: 'clinicId', clinics: 'clinicId' });
    await first.table('drafts').put({ clinicId: 'oakwood', saved: savedBooking('Biscuit') });
    first.close();

    const next = new PortalDb(name);
    expect(await next.drafts.get('oakwood')).toEqual({ clinicId: 'oakwood', saved: savedBooking('Biscuit') });
    expect(await next.outbox.count()).toBe(0);
    await next.delete();
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
    expect(await loadClinic('oakwood')).toEqual({ clinicId: 'oakwood', shop: exampleShop(), savedAt: at.toISOString() });
  });

  it('is dropped when broken', async () => {
    await portalDb().clinics.put({ clinicId: 'oakwood', shop: { ...exampleShop(), timezone: 'Mars/Olympus' }, savedAt: at.toISOString() });
    expect(await loadClinic('oakwood')).toBeNull();
  });
});
