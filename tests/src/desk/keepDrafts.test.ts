// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { deskDb } from '../../../src/desk/kept/db';
import { draftDropped, draftKept, type Draft } from '../../../src/desk/kept/drafts';
import { keepOnDevice } from '../../../src/desk/kept/keeping';
import { signedIn } from '../../../src/desk/session/session';
import { makeStore } from '../../../src/desk/store';
import { deviceNow } from '../../../src/offline/clock';
import { ok, tinyServer } from '../../support/tinyServer';
import { clinic } from './deskSupport';

const half = (words: string): Draft => ({ name: 'decline', tray: 'decline', client_id: null, words });
const items = ['request-1', 'request-2', 'refill-3'];

it('keeps what each of several tabs writes, whatever the others keep', async () => {
  const server = await tinyServer((_request, response) => ok(response, { rows: [] }));
  onTestFinished(server.close);
  // Each step: a tab writes an answer, or sends or empties the one that it has.
  const step = fc.record({
    tab: fc.nat({ max: 2 }),
    item: fc.constantFrom(...items),
    words: fc.option(fc.string({ minLength: 1, maxLength: 4 })),
    isSeen: fc.boolean(),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const person = { id: `p${(run += 1)}`, name: 'Marcus', email: 'm@clinic.example' };
      const place = `${person.id}@${clinic.id}`;
      const tabs = [0, 1, 2].map(() => {
        const store = makeStore({ base: server.base, now: deviceNow, uuid: () => 'key' });
        store.dispatch(signedIn({ token: 't', person, clinics: [clinic], wanted: clinic.id }));
        keepOnDevice(store);
        return store;
      });
      const onDevice = async () =>
        Object.fromEntries(
          (await deskDb().halves.where('place').equals(place).toArray()).map(({ itemId, draft }) => [itemId, draft]),
        );
      // What a tab has written; another tab that opened the item earlier does not know it, and leaves it alone.
      const own = tabs.map(() => new Set<string>());
      const expected: Record<string, Draft> = {};
      for (const [at, { tab, item, words, isSeen }] of steps.entries()) {
        if (words !== null) {
          expected[item] = half(words);
          own[tab]!.add(item);
          tabs[tab]!.dispatch(draftKept({ itemId: item, draft: half(words) }));
        } else if (own[tab]!.delete(item)) {
          delete expected[item];
          tabs[tab]!.dispatch(draftDropped(item));
        }
        // Two tabs that write the same answer at once may keep it in either order, so the next step waits for it; what is
        // written in one tab goes on meanwhile.
        if (isSeen || tab !== (steps[at + 1]?.tab ?? tab))
          await vi.waitFor(async () => expect(await onDevice()).toEqual(expected));
      }
      await vi.waitFor(async () => expect(await onDevice()).toEqual(expected));
    }),
    {
      numRuns: 15,
      // Written and sent between two paints, where another tab has kept the same answer.
      examples: [
        [
          [
            { tab: 0, item: 'request-1', words: 'a', isSeen: false },
            { tab: 1, item: 'request-1', words: 'a', isSeen: false },
            { tab: 1, item: 'request-1', words: null, isSeen: false },
          ],
        ],
      ],
    },
  );
});
