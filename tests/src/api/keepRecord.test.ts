// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { keepRecord } from '../../../src/api/keepRecord';
import { portalDb } from '../../../src/offline/database/db';
import { apiStore, guest, owner } from './support';

it('asks the browser once to keep what is saved, after something is saved (D-02)', async () => {
  const persist = vi.fn(async () => true);
  Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
  await apiStore('', guest()).dispatch(keepRecord('species', '', []));
  expect([persist.mock.calls.length, await portalDb().records.count()], "a guest's visit saves nothing").toEqual([
    0, 0,
  ]);
  const store = apiStore('', owner());
  await store.dispatch(keepRecord('species', '', []));
  await store.dispatch(keepRecord('client', '', null));
  expect([persist.mock.calls.length, await portalDb().records.count()]).toEqual([1, 2]);
});
