// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionFound } from '../../../../src/state/connection';
import { clinicOpened } from '../../../../src/state/session';
import { ask } from '../../../../src/shared/requests/sendRequest';
import type { Wish } from '../../../../src/offline/outbox/entry';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { owner } from '../../api/support';
import { place, receipt } from '../../offline/outbox/support';
import { pageStore } from '../../features/pageStore';

let server: Awaited<ReturnType<typeof tinyServer>>;
let answer: 'lost' | number;
let store: ReturnType<typeof pageStore>;

const noted = (note: string): Wish => ({
  kind: 'requestRefill',
  payload: { patient_id: 'pet-1', medication_id: null, note },
  about: { petName: 'Biscuit', medication: null },
});

beforeEach(async () => {
  server = await tinyServer((_, response) => {
    if (answer === 'lost') return response.destroy();
    return answer === 200
      ? ok(response, receipt)
      : reply(response, answer, { success: false, code: 'internal', message: 'No' });
  });
  store = pageStore(server.base);
  store.dispatch(clinicOpened({ clinicId: 'oakwood', saved: owner() }));
});
afterEach(() => server.close());

/** Presses Send, after which there is a network again; resolves to the request's key. */
async function press(wish: Wish, becomes: typeof answer): Promise<string> {
  expect(globalThis.indexedDB).toBeUndefined();
  answer = becomes;
  const before = server.seen.length;
  await store.dispatch(ask(wish));
  store.dispatch(connectionFound());
  expect(server.seen).toHaveLength(before + 1);
  return String(server.seen.at(-1)?.headers['idempotency-key']);
}

describe('where the browser keeps nothing, a request', () => {
  it.each([['lost'], [503], [401]] as const)(
    'that had no answer (%s) is the same one when it is sent again, until it has one',
    async (becomes) => {
      const first = await press(noted(`a ${becomes}`), becomes);
      store.dispatch(clinicOpened({ clinicId: 'oakwood', saved: owner() }));
      expect(await press(noted(`a ${becomes}`), 'lost')).toBe(first);
      expect(await press(noted(`a ${becomes}`), 200)).toBe(first);
      expect(await press(noted(`a ${becomes}`), 200), 'the clinic has that one').not.toBe(first);
    },
  );

  it('that was refused, or says something else, is another one', async () => {
    const refused = await press(noted('b'), 422);
    const first = await press(noted('b'), 'lost');
    expect(first).not.toBe(refused);
    expect(await press(noted('b, and more'), 'lost')).not.toBe(first);
    expect(await press(noted('b'), 200), 'what was typed first still had no answer').toBe(first);
  });

  it("that is another owner's is never theirs", async () => {
    const first = await press(noted('c'), 'lost');
    store.dispatch(
      clinicOpened({ clinicId: 'oakwood', saved: { token: 'sam', user: { ...owner().user, id: 'user-sam' } } }),
    );
    expect(await press(noted('c'), 'lost')).not.toBe(first);
  });

  it('for a place on a waitlist is another one after its opposite', async () => {
    const first = await press(place('joinWaitlist'), 'lost');
    expect(await press(place('joinWaitlist'), 'lost')).toBe(first);
    const opposite = await press(place('leaveWaitlist'), 'lost');
    expect(await press(place('joinWaitlist', 'visit-2'), 'lost')).not.toBe(first);
    expect(await press(place('joinWaitlist'), 'lost')).not.toBe(first);
    expect(await press(place('leaveWaitlist'), 'lost')).not.toBe(opposite);
  });
});
