// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { portalDb } from '../../../src/offline/db';
import { findLostNotes, markSaved, savedKinds } from '../../../src/offline/marker';

const kinds = () => [...savedKinds('oakwood')].sort();

beforeEach(async () => {
  localStorage.clear();
  await portalDb().delete();
});

describe('notes that a killed browser lost', () => {
  it('are made anew where the database is there', async () => {
    await portalDb().open();
    markSaved('oakwood', 'clinic');
    await findLostNotes('oakwood');
    expect(kinds()).toEqual(['clinic', 'draft', 'outbox', 'reader', 'session']);
  });

  it('are none on a first visit', async () => {
    await findLostNotes('oakwood');
    expect(kinds()).toEqual([]);
  });

  it('are not looked for where the session is noted', async () => {
    await portalDb().open();
    markSaved('oakwood', 'session');
    await findLostNotes('oakwood');
    expect(kinds()).toEqual(['session']);
  });
});
