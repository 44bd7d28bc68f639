import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Answer, AnswerBody, InboxRow } from '../../contract/desk/inbox';
import type { HalfWritten } from '../../domain/desk/halfWritten';

/** An answer that this page has given, from the press of its button until it cannot be taken back any more. */
type Given = {
  itemId: string;
  /** Where it was given, whichever clinic is open since. */
  clinicId: string;
  /** The row as it was before. */
  row: InboxRow;
  body: AnswerBody;
  /** The same for each try, so that several are one answer. */
  key: string;
  /** What was written, in its tray or in a folded one beside it: it comes back with it. */
  half: HalfWritten | null;
  state: 'sending' | 'given' | 'takingBack' | 'failed' | 'beaten';
  /** Undo was pressed before the clinic had it. */
  isWantedBack: boolean;
  answer: Answer | null;
  /** Why it was not taken, or who answered first. */
  says: string | null;
  /** It would be refused each time as it is. */
  isFinal: boolean;
};

type Begun = Pick<Given, 'itemId' | 'clinicId' | 'row' | 'body' | 'key' | 'half'>;

type Answers = {
  byItem: Readonly<Record<string, Given>>;
  /** The last Undo that did not succeed: of what, why, and until when it can be tried again (milliseconds since 1970). */
  notTakenBack: { itemId: string; clinicId: string; about: string; says: string; until: number } | null;
};

/** The answers that this page has given. Never kept: the server knows what was given. */
const slice = createSlice({
  name: 'answers',
  initialState: { byItem: {}, notTakenBack: null } as Answers,
  reducers: {
    answerBegun: (state, { payload }: PayloadAction<Begun>) => {
      state.byItem[payload.itemId] = {
        ...payload,
        state: 'sending',
        isWantedBack: false,
        answer: null,
        says: null,
        isFinal: false,
      };
    },
    answerTaken: (state, { payload }: PayloadAction<{ itemId: string; answer: Answer }>) => {
      changed(state, payload.itemId, { state: 'given', answer: payload.answer, says: null });
    },
    answerRefused: (
      state,
      { payload }: PayloadAction<{ itemId: string; says: string; isBeaten: boolean; isFinal: boolean }>,
    ) => {
      const { itemId, says, isBeaten, isFinal } = payload;
      changed(state, itemId, { state: isBeaten ? 'beaten' : 'failed', says, isFinal });
    },
    undoWanted: (state, { payload }: PayloadAction<string>) => {
      changed(state, payload, { isWantedBack: true });
    },
    undoBegun: (state, { payload }: PayloadAction<string>) => {
      state.notTakenBack = null;
      changed(state, payload, { state: 'takingBack' });
    },
    /** An Undo did not succeed; while there is time it can be tried again. */
    undoRefused: (state, { payload }: PayloadAction<NonNullable<Answers['notTakenBack']>>) => {
      state.notTakenBack = payload;
      changed(state, payload.itemId, { state: 'given' });
    },
    undoRefusalRead: (state) => {
      state.notTakenBack = null;
    },
    answerForgotten: (state, { payload }: PayloadAction<string>) => {
      delete state.byItem[payload];
    },
  },
  selectors: {
    selectGiven: ({ byItem }) => byItem,
    selectNotTakenBack: ({ notTakenBack }) => notTakenBack,
    /** The items whose answer was not taken, as one text. */
    selectRefused: ({ byItem }) =>
      Object.values(byItem)
        .flatMap(({ itemId, state: its }) => (its === 'failed' ? itemId : []))
        .join('\n'),
    selectGivenTo: ({ byItem }, itemId: string): Given | null => byItem[itemId] ?? null,
  },
});

function changed({ byItem }: Draft<Answers>, itemId: string, change: Partial<Given>): void {
  const given = byItem[itemId];
  if (given) Object.assign(given, change);
}

export const answers = slice;
export const {
  answerBegun,
  answerTaken,
  answerRefused,
  undoWanted,
  undoBegun,
  undoRefused,
  undoRefusalRead,
  answerForgotten,
} = slice.actions;
export const { selectGiven, selectNotTakenBack, selectRefused, selectGivenTo } = slice.selectors;
