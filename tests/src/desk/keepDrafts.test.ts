// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { deskDb } from '../../../src/desk/kept/db';
import {
  draftDropped,
  draftKept,
  selectDraft,
  selectDrafted,
  selectDrafts,
  type Draft,
} from '../../../src/desk/kept/drafts';
import { keepOnDevice } from '../../../src/desk/kept/keeping';
import { signedIn } from '../../../src/desk/session/session';
import { makeStore, type Store } from '../../../src/desk/store';
import { giveAnswer } from '../../../src/desk/undo/giving';
import { bodyOf, type HalfWritten } from '../../../src/domain/desk/halfWritten';
import { deviceNow } from '../../../src/offline/clock';
import { ok, tinyServer } from '../../support/tinyServer';
import { clinic, deskServer, rowOf } from './deskSupport';

const half = (words: string): Draft => ({ name: 'decline', tray: 'decline', client_id: null, words });
const items = ['request-1', 'request-2', 'refill-3'];

it('keeps what each of several tabs writes, shows it in all of them, and never drops newer words of another', async () => {
  const server = await tinyServer((_request, response) => ok(response, { rows: [] }));
  onTestFinished(server.close);
  // Each step: a tab writes an answer, or sends or empties the one that it has, its own or taken over.
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
      const expected: Record<string, Draft> = {};
      const hasItem = (tab: number, item: string) => selectDraft(tabs[tab]!.getState(), item);
      const areSame = () =>
        vi.waitFor(async () => {
          expect(await onDevice()).toEqual(expected);
          for (const tab of tabs) expect(selectDrafts(tab.getState())).toEqual(expected);
        });
      for (const [at, { tab, item, words, isSeen }] of steps.entries()) {
        if (words !== null) {
          expected[item] = half(words);
          tabs[tab]!.dispatch(draftKept({ itemId: item, draft: half(words) }));
        } else if (hasItem(tab, item)) {
          // Sent with the words that this tab has; newer ones of another tab stay.
          if (hasItem(tab, item)!['words'] === expected[item]?.['words']) delete expected[item];
          tabs[tab]!.dispatch(draftDropped(item));
        }
        // Two tabs that write the same answer at once may keep it in either order, so the next step waits for it; what is
        // written in one tab goes on meanwhile. What another tab wrote may have been taken over by then or not.
        if (isSeen) await areSame();
        else if (tab !== (steps[at + 1]?.tab ?? tab))
          await vi.waitFor(async () => expect(await onDevice()).toEqual(expected));
      }
      await areSame();
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

it('keeps what another tab wrote while an answer was on its way', async () => {
  const server = await deskServer();
  onTestFinished(server.close);
  const person = { id: 'two-tabs', name: 'Marcus', email: 'm@clinic.example' };
  const [first, second] = [0, 1].map(() => {
    const store = makeStore({ base: server.base, now: deviceNow, uuid: () => 'key' });
    store.dispatch(signedIn({ token: 't', person, clinics: [clinic], wanted: clinic.id }));
    keepOnDevice(store);
    return store;
  }) as [Store, Store];
  const wordsIn = (store: Store) => selectDraft(store.getState(), 'request-1')?.['words'];
  const older: HalfWritten = { name: 'decline', tray: 'decline', client_id: null, reason: 'other', words: 'Older' };
  second.dispatch(draftKept({ itemId: 'request-1', draft: older }));
  // Shown in the tab that had none.
  await vi.waitFor(() => expect(wordsIn(first)).toBe('Older'));
  const sent = first.dispatch(giveAnswer({ row: rowOf({}), body: bodyOf(older, '1'), half: older }));
  second.dispatch(draftKept({ itemId: 'request-1', draft: { ...older, words: 'Newer' } }));
  await vi.waitFor(() => expect(wordsIn(first)).toBe('Newer'));
  await sent;
  expect(server.state.bodies[0]!.words).toBe('Older');
  expect([wordsIn(first), wordsIn(second)]).toEqual(['Newer', 'Newer']);
  // Sent as it is kept, it goes from both.
  await first.dispatch(
    giveAnswer({ row: rowOf({}), body: bodyOf(older, '2'), half: { ...older, words: 'Newer', isOpen: 'yes' } }),
  );
  await vi.waitFor(() => expect([wordsIn(first), wordsIn(second)]).toEqual([undefined, undefined]));
});

it('shows in every tab what is written, and leaves each tray open or folded as its tab has it, also over a reload', async () => {
  const server = await deskServer();
  onTestFinished(server.close);
  onTestFinished(() => sessionStorage.clear());
  sessionStorage.clear();
  const person = { id: 'trays', name: 'Marcus', email: 'm@clinic.example' };
  const tab = () => {
    const store = makeStore({ base: server.base, now: deviceNow, uuid: () => 'key' });
    store.dispatch(signedIn({ token: 't', person, clinics: [clinic], wanted: clinic.id }));
    keepOnDevice(store);
    const shown = () => selectDraft(store.getState(), 'request-1');
    return { shown, write: (draft: Draft) => store.dispatch(draftKept({ itemId: 'request-1', draft })), store };
  };
  const bare = { name: 'decline', tray: 'decline', client_id: null };
  const [first, second] = [tab(), tab()];
  first.write({ ...bare, isOpen: 'yes' });
  await vi.waitFor(() => expect(second.shown()).not.toBeNull());
  expect(second.shown()).toEqual(bare);
  expect(selectDrafted(second.store.getState()), 'nothing is written that would be missed').toBe('');
  first.write({ ...bare, isOpen: 'yes', words: 'Full.' });
  await vi.waitFor(() => expect(second.shown()).toEqual({ ...bare, words: 'Full.' }));

  second.write({ ...bare, isOpen: 'yes', words: 'Full today.' });
  await vi.waitFor(() => expect(first.shown()).toEqual({ ...bare, isOpen: 'yes', words: 'Full today.' }));
  first.write({ ...first.shown(), isOpen: 'no' });
  await vi.waitFor(async () =>
    expect((await deskDb().halves.get(`trays@${clinic.id} request-1`))?.draft).toMatchObject({ isOpen: 'no' }),
  );
  expect(second.shown()).toMatchObject({ isOpen: 'yes', words: 'Full today.' });

  // Folded with nothing in it, it is dropped there, and stays where it is open.
  second.write({ ...bare, isOpen: 'yes' });
  await vi.waitFor(() => expect(first.shown()).toEqual({ ...bare, isOpen: 'no' }));
  first.store.dispatch(draftDropped('request-1'));
  await vi.waitFor(async () => expect(await deskDb().halves.get(`trays@${clinic.id} request-1`)).toBeUndefined());
  await new Promise((done) => setTimeout(done, 100));
  expect(second.shown()).toEqual({ ...bare, isOpen: 'yes' });

  second.write({ ...bare, isOpen: 'yes', words: 'Back on Monday.' });
  await vi.waitFor(() => expect(first.shown()).toEqual({ ...bare, words: 'Back on Monday.' }));
  // The tabs of this test have one session storage: it holds what was folded out last.
  second.write({ ...second.shown(), isOpen: 'no' });
  second.write({ ...second.shown(), isOpen: 'yes' });
  const reloaded = tab();
  await vi.waitFor(() => expect(reloaded.shown()).toMatchObject({ isOpen: 'yes', words: 'Back on Monday.' }));
  sessionStorage.clear();
  const another = tab();
  await vi.waitFor(() => expect(another.shown()).toEqual({ ...bare, words: 'Back on Monday.' }));
});
