import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Whether the server answers, and its clock. */
export type ConnectionState = {
  isOnline: boolean;
  /** The list was not read when it was last asked for, also where other calls are answered: it grows old. */
  isListLost: boolean;
  /** Server minus device, milliseconds. */
  clockOffset: number;
};

const slice = createSlice({
  name: 'connection',
  initialState: { isOnline: true, isListLost: false, clockOffset: 0 } as ConnectionState,
  reducers: {
    connectionLost: (state) => {
      state.isOnline = false;
    },
    connectionFound: (state) => {
      state.isOnline = true;
    },
    listAsked: (state, { payload: isLost }: PayloadAction<boolean>) => {
      state.isListLost = isLost;
    },
    /**
     * The server told its clock: `server` was its time at some moment between the device's `sent` and `device`, all in
     * milliseconds since 1970. A reply that took long says little, so the difference changes no more than it proves.
     */
    clockSeen: (state, { payload }: PayloadAction<{ server: number; device: number; sent: number }>) => {
      const { server, device, sent } = payload;
      const [least, most] = [server - Math.max(device, sent), server - Math.min(device, sent)];
      const offset = Math.min(most, Math.max(least, state.clockOffset));
      // The header has whole seconds.
      if (Math.abs(offset - state.clockOffset) > 2000) state.clockOffset = offset;
    },
  },
  selectors: {
    /** Whether the server answers, and with the list. */
    selectIsOnline: ({ isOnline, isListLost }) => isOnline && !isListLost,
    selectClockOffset: ({ clockOffset }) => clockOffset,
  },
});

export const connection = slice;
export const { connectionLost, connectionFound, listAsked, clockSeen } = slice.actions;
export const { selectIsOnline, selectClockOffset } = slice.selectors;

/** Said beside every action that waits for the network. */
export const OFFLINE_REASON = 'No connection. This works again when it is back.';
