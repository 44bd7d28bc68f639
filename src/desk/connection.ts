import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Whether the server answers, and its clock. */
export type ConnectionState = {
  isOnline: boolean;
  /** Server minus device, milliseconds. */
  clockOffset: number;
};

const slice = createSlice({
  name: 'connection',
  initialState: { isOnline: true, clockOffset: 0 } as ConnectionState,
  reducers: {
    connectionLost: (state) => {
      state.isOnline = false;
    },
    connectionFound: (state) => {
      state.isOnline = true;
    },
    /** The server told its clock; both in milliseconds since 1970. */
    clockSeen: (state, { payload }: PayloadAction<{ server: number; device: number }>) => {
      const offset = payload.server - payload.device;
      // The header has whole seconds and the reply takes time to travel.
      if (Math.abs(offset - state.clockOffset) > 2000) state.clockOffset = offset;
    },
  },
  selectors: {
    selectIsOnline: ({ isOnline }) => isOnline,
    selectClockOffset: ({ clockOffset }) => clockOffset,
  },
});

export const connection = slice;
export const { connectionLost, connectionFound, clockSeen } = slice.actions;
export const { selectIsOnline, selectClockOffset } = slice.selectors;

/** Said beside every action that waits for the network. */
export const OFFLINE_REASON = 'No connection. This works again when it is back.';
