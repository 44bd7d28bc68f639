import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { clinicToKeep, keepClinic } from '../../sw/clinic';
import { loadClinic } from '../../src/offline/database/clinicRecords';
import { portalDb } from '../../src/offline/database/db';
import { exampleShop } from '../src/shop';

const savedAt = '2026-11-21T15:00:00.000Z';
const message = { type: 'KEEP_CLINIC', shop: exampleShop(), savedAt };

afterEach(() => void vi.restoreAllMocks());

test('a clinic that a page has loaded is saved with its moment', async () => {
  expect(await keepClinic(clinicToKeep(message)!)).toBe(true);
  expect(await loadClinic(exampleShop().id)).toEqual({ clinicId: exampleShop().id, shop: exampleShop(), savedAt });
});

test('what is no clinic is not saved', () => {
  for (const other of [
    null,
    'KEEP_CLINIC',
    { type: 'KEEP_CLINIC' },
    { ...message, shop: {} },
    { ...message, savedAt: 'now' },
  ])
    expect(clinicToKeep(other)).toBeNull();
});

test('a device that cannot save is told of', async () => {
  vi.spyOn(portalDb().clinics, 'put').mockRejectedValue(new Error('full'));
  expect(await keepClinic(clinicToKeep(message)!)).toBe(false);
});
