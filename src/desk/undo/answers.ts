import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Answer, AnswerBody, InboxRow } from '../../contract/desk/inbox';
import type { HalfWritten } from '../../domain/desk/halfWritten';

/** An answer that this page has given, from the press of its button until it cannot be taken back any more. */
export type Given = {
  itemId: string;
  /** The row as it was before. */
  row: InboxRow;
  body: AnswerBody;
  /** The same for each try, so that several are one answer. */
  key: string;
  /** What was written in its tray, which comes back with it. */
  half: HalfWritten | null;
  state: 'sending' | 'given' | 'takingBack' | 'failed' | 'beaten';
  /** Undo was pressed before the clinic had it. */
  isWantedBack: boolean;
  answer: Answer | null;
  /** Why it was not taken, or who answered first. */
  says: string | null;
};

type Begun = Pick<Given, 'itemId' | 'row' | 'body' | 'key' | 'half'>;

/** The answers that this page has given, by item. Never kept: the server knows what was given. */
const slice = createSlice({
  name: 'answers',
  initialState: {} as Readonly<Record<string, Given>>,
  reducers: {
    answerBegun: (state, { payload }: PayloadAction<Begun>) => ({
      ...state,
      [payload.itemId]: { ...payload, state: 'sending' as const, isWantedBack: false, answer: null, says: null },
    }),
    answerTaken: (state, { payload }: PayloadAction<{ itemId: string; answer: Answer }>) =>
      changed(state, payload.itemId, { state: 'given', answer: payload.answer }),
    answerRefused: (state, { payload }: PayloadAction<{ itemId: string; says: string; isBeaten: boolean }>) =>
      changed(state, payload.itemId, { state: payload.isBeaten ? 'beaten' : 'failed', says: payload.says }),
    undoWanted: (state, { payload }: PayloadAction<string>) => changed(state, payload, { isWantedBack: true }),
    undoBegun: (state, { payload }: PayloadAction<string>) => changed(state, payload, { state: 'takingBack' }),
    answerForgotten: (state, { payload }: PayloadAction<string>) =>
      Object.fromEntries(Object.entries(state).filter(([id]) => id !== payload)),
  },
  selectors: {
    selectGiven: (state) => state,
    /** The items whose answer was not taken, as one text. */
    selectRefused: (state) =>
      Object.values(state)
        .flatMap(({ itemId, state: its }) => (its === 'failed' ? itemId : []))
        .join('\n'),
    selectGivenTo: (state, itemId: string): Given | null => state[itemId] ?? null,
  },
});

function changed(
  state: Readonly<Record<string, Given>>,
  itemId: string,
  change: Partial<Given>,
): Readonly<Record<string, Given>> {
  const given = state[itemId];
  return given ? { ...state, [itemId]: { ...given, ...change } } : state;
}

export const answers = slice;
export const { answerBegun, answerTaken, answerRefused, undoWanted, undoBegun, answerForgotten } = slice.actions;
export const { selectGiven, selectRefused, selectGivenTo } = slice.selectors;
