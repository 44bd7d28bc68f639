import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Answer, AnswerBody, InboxRow } from '../../contract/desk/inbox';
import { hasSameWords, type HalfWritten } from '../../domain/desk/halfWritten';

/** An answer that this page has given, from the press of its button until it cannot be taken back any more. */
export type Given = {
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
  /** Undo was pressed, perhaps before the clinic had it. */
  isWantedBack: boolean;
  answer: Answer | null;
  /** The turn at which it was sent, or sent again (src/desk/api/turns.ts). */
  begun: number;
  /** The turn at which the clinic had it; null until then. */
  taken: number | null;
  /** Why it was not taken, or who answered first. */
  says: string | null;
  /** It would be refused each time as it is. */
  isFinal: boolean;
};

/**
 * Whether this page is sending what is half written, or has sent it and has not dropped it yet: it is no answer that
 * waits for anybody. Other words, as another tab may have written them, are.
 */
export const isOnItsWay = (half: HalfWritten | null, given: Given | null): boolean =>
  half !== null &&
  given !== null &&
  given.state !== 'failed' &&
  given.state !== 'beaten' &&
  hasSameWords(half, given.half);

/** Where an answer was given: two clinics may have an item of the same id. */
export type Place = Pick<Given, 'clinicId' | 'itemId'>;
const placeName = ({ clinicId, itemId }: Place): string => `${clinicId} ${itemId}`;

type Begun = Pick<Given, 'itemId' | 'clinicId' | 'row' | 'body' | 'key' | 'half' | 'begun'>;

type Answers = {
  byPlace: Readonly<Record<string, Given>>;
  /**
   * The last Undo that did not succeed, or not wholly: of what, what there is to know, and until when it is worth saying
   * (milliseconds since 1970).
   */
  notTakenBack: { itemId: string; clinicId: string; about: string; says: string; until: number } | null;
  /** The tray that an Undo has brought back open, until it has taken the focus. */
  reopened: Place | null;
};

/** The answers that this page has given. Never kept: the server knows what was given. */
const slice = createSlice({
  name: 'answers',
  initialState: { byPlace: {}, notTakenBack: null, reopened: null } as Answers,
  reducers: {
    answerBegun: (state, { payload }: PayloadAction<Begun>) => {
      state.byPlace[placeName(payload)] = {
        ...payload,
        state: 'sending',
        isWantedBack: false,
        answer: null,
        taken: null,
        says: null,
        isFinal: false,
      };
    },
    answerTaken: (state, { payload }: PayloadAction<Place & { answer: Answer; taken: number }>) => {
      const { answer, taken } = payload;
      changed(state, payload, { state: 'given', answer, taken, says: null });
    },
    answerRefused: (
      state,
      { payload }: PayloadAction<Place & { says: string; isBeaten: boolean; isFinal: boolean }>,
    ) => {
      const { says, isBeaten, isFinal } = payload;
      changed(state, payload, { state: isBeaten ? 'beaten' : 'failed', says, isFinal });
    },
    undoWanted: (state, { payload }: PayloadAction<Place>) => {
      changed(state, payload, { isWantedBack: true });
    },
    undoBegun: (state, { payload }: PayloadAction<Place>) => {
      state.notTakenBack = null;
      changed(state, payload, { state: 'takingBack', isWantedBack: true });
    },
    /** An Undo did not succeed; while there is time it can be tried again. */
    undoRefused: (state, { payload }: PayloadAction<NonNullable<Answers['notTakenBack']>>) => {
      state.notTakenBack = payload;
      changed(state, payload, { state: 'given' });
    },
    undoRefusalRead: (state) => {
      state.notTakenBack = null;
    },
    /** An Undo brought an open tray back; with null it has taken the focus. */
    trayReopened: (state, { payload }: PayloadAction<Place | null>) => {
      state.reopened = payload;
    },
    /** The person works at these clinics alone: what was given elsewhere is nothing of theirs any more. */
    answersElsewhereForgotten: (state, { payload: clinicIds }: PayloadAction<readonly string[]>) => {
      for (const [name, { clinicId }] of Object.entries(state.byPlace))
        if (!clinicIds.includes(clinicId)) delete state.byPlace[name];
      if (state.notTakenBack && !clinicIds.includes(state.notTakenBack.clinicId)) state.notTakenBack = null;
    },
    answerForgotten: (state, { payload }: PayloadAction<Place>) => {
      delete state.byPlace[placeName(payload)];
      // It was, after all.
      if (state.notTakenBack && placeName(state.notTakenBack) === placeName(payload)) state.notTakenBack = null;
    },
  },
  selectors: {
    selectGiven: ({ byPlace }) => byPlace,
    selectIsReopened: ({ reopened }, place: Place): boolean =>
      reopened !== null && placeName(reopened) === placeName(place),
    selectNotTakenBack: ({ notTakenBack }) => notTakenBack,
    /** The items whose answer was not taken, at one clinic or at any, as one text. */
    selectRefused: ({ byPlace }, clinicId?: string) =>
      Object.values(byPlace)
        .filter(({ state: its, clinicId: at }) => its === 'failed' && (clinicId ?? at) === at)
        .map(({ itemId }) => itemId)
        .join('\n'),
    selectGivenTo: ({ byPlace }, place: Place): Given | null => byPlace[placeName(place)] ?? null,
  },
});

function changed({ byPlace }: Draft<Answers>, place: Place, change: Partial<Given>): void {
  const given = byPlace[placeName(place)];
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
  trayReopened,
  answersElsewhereForgotten,
  answerForgotten,
} = slice.actions;
export const { selectGiven, selectIsReopened, selectNotTakenBack, selectRefused, selectGivenTo } = slice.selectors;
