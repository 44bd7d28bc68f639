import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { is } from 'superstruct';
import { HalfWritten, isMissed } from '../../domain/desk/halfWritten';

/** What a person has begun to answer and not sent, as the item's pane writes it. */
export type Draft = Readonly<Record<string, unknown>>;
/** Half-written answers by item id. */
export type Drafts = Readonly<Record<string, Draft>>;

/**
 * Half-written answers by item id. They are kept on the device (src/desk/kept/keeping.ts), survive a session that ran
 * out, and go at a sign-out by hand.
 */
const slice = createSlice({
  name: 'drafts',
  initialState: {} as Drafts,
  reducers: {
    draftKept: (state, { payload }: PayloadAction<{ itemId: string; draft: Draft }>) => ({
      ...state,
      [payload.itemId]: payload.draft,
    }),
    draftDropped: (state, { payload }: PayloadAction<string>) =>
      Object.fromEntries(Object.entries(state).filter(([id]) => id !== payload)),
    /** Those of the device were read; those written meanwhile stay. */
    draftsRead: (state, { payload }: PayloadAction<Drafts>) => ({ ...payload, ...state }),
    /** What another tab wrote, sent or emptied takes the place of what this one has. */
    draftsTaken: (state, { payload }: PayloadAction<DraftChanges>) => changed(state, payload),
    draftsCleared: () => ({}),
  },
  selectors: {
    selectDrafts: (state) => state,
    /** The items with a half-written answer that would be missed, as one text that stays the same while it is written. */
    selectDrafted: (state) =>
      Object.keys(state)
        .filter((id) => is(state[id], HalfWritten) && isMissed(state[id]))
        .join('\n'),
    /** The item's half-written answer, null where there is none. */
    selectDraft: (state, itemId: string): Draft | null => state[itemId] ?? null,
  },
});

export const drafts = slice;
export const { draftKept, draftDropped, draftsRead, draftsTaken, draftsCleared } = slice.actions;
export const { selectDrafts, selectDrafted, selectDraft } = slice.selectors;

/** Half-written answers with what was changed of them. */
export const changed = (drafts: Drafts, changes: DraftChanges): Drafts =>
  Object.fromEntries(
    Object.entries({ ...drafts, ...changes }).filter((one): one is [string, Draft] => one[1] !== null),
  );

/** What was written by item id, null where a half-written answer was sent or emptied. */
export type DraftChanges = Readonly<Record<string, Draft | null>>;

/** What changed from `before` to `after`. */
export const draftChanges = (before: Drafts, after: Drafts): DraftChanges => ({
  ...Object.fromEntries(
    Object.keys(before)
      .filter((id) => !(id in after))
      .map((id) => [id, null]),
  ),
  ...Object.fromEntries(Object.entries(after).filter(([id, draft]) => before[id] !== draft)),
});
