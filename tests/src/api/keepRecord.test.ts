// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { keepRecord } from '../../../src/api/keepRecord';
import { portalDb } from '../../../src/offline/database/db';
import { serverClockSeen } from '../../../src/state/connection';
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

it('says when by the server’s clock, whatever the device’s says (D-125)', async () => {
  const now = () => Date.parse('2026-12-05T12:00:00Z');
  const store = apiStore('', owner(), { now });
  store.dispatch(serverClockSeen({ server: Date.parse('2026-11-26T12:00:00Z'), device: now(), sent: now() }));
  await portalDb().records.clear();
  await store.dispatch(keepRecord('species', '', []));
  const [row] = await portalDb().records.toArray();
  expect((row as { saved_at: string }).saved_at.slice(0, 10)).toBe('2026-11-26');
});
