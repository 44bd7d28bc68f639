import { createSlice } from '@reduxjs/toolkit';

/** Whether this browser can save data. Private modes and full disks cannot; the portal still works. */
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
