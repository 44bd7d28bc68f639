import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

/** A short message that disappears after 2 s (CONST-01); questions are never toasts (D-112). */
export type Toast = { id: string; text: string };

const slice = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    toastShown: {
      prepare: (text: string) => ({ payload: { id: nanoid(8), text } }),
      /** A sentence that repeats the latest toast is not added. */
      reducer: (state, { payload }: PayloadAction<Toast>) =>
        state.at(-1)?.text === payload.text ? state : [...state, payload].slice(-3),
    },
    toastGone: (state, { payload }: PayloadAction<string>) => state.filter((toast) => toast.id !== payload),
  },
  selectors: { selectToasts: (state) => state },
});

export const { toastShown, toastGone } = slice.actions;
export const { selectToasts } = slice.selectors;
export const toasts = slice;
