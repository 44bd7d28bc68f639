import { createSlice } from '@reduxjs/toolkit';

/** Whether this browser keeps what we save. Private modes and full disks do not; the portal works all the same. */
const slice = createSlice({
  name: 'storage',
  initialState: { canSave: true },
  reducers: {
    savingFailed: (state) => {
      state.canSave = false;
    },
    savingWorked: (state) => {
      state.canSave = true;
    },
  },
  selectors: { selectCanSave: (state) => state.canSave },
});

export const { savingFailed, savingWorked } = slice.actions;
export const { selectCanSave } = slice.selectors;
export const storage = slice;

/** Said while a booking is under way that would be lost with the page. */
export const cannotSave = "This browser can't save your booking. Keep this page open until you're done.";

/** The offline banner of a browser that keeps nothing, which must not promise what it cannot hold. */
export const offlineUnsaved = "You're offline, and this browser can't save records or requests.";
