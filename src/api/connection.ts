import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { preference } from '../offline/marker';

/** Whether the API answers, and how far the device's clock is from the server's; only the latter is kept (D-125). */
export type ConnectionState = {
  isOnline: boolean;
  /** Server minus device, milliseconds; 0 while they agree within `clockSlack` (D-125). */
  clockOffset: number;
  /** This page has heard the server's clock; before, the offset is the device's last. */
  isClockHeard: boolean;
};

/** The Date header has whole seconds and the reply travels; nearer than this is agreement, milliseconds. */
const clockSlack = 5000;

const initialState = (): ConnectionState => ({ isOnline: true, clockOffset: Number(preference('clock-offset')) || 0, isClockHeard: false });

const slice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connectionLost: (state) => {
      state.isOnline = false;
    },
    connectionFound: (state) => {
      state.isOnline = true;
    },
    serverClockSeen: (state, { payload }: PayloadAction<{ server: number; device: number }>) => {
      state.isClockHeard = true;
      const offset = payload.server - payload.device;
      if (Math.abs(offset - state.clockOffset) > clockSlack) state.clockOffset = Math.abs(offset) > clockSlack ? offset : 0;
    },
  },
  selectors: {
    selectIsOnline: (state) => state.isOnline,
    selectClockOffset: (state) => state.clockOffset,
  },
});

export const { connectionLost, connectionFound, serverClockSeen } = slice.actions;
export const { selectIsOnline, selectClockOffset } = slice.selectors;
export const connection = slice;

/** Beside every control that needs the network (D-03). */
export const offlineReason = "You're offline. Connect to the internet to do this.";
/** The banner's text, as decisions.md words it. */
export const offlineBanner =
  "You're offline. Saved pet records are still here, and requests will be sent when you're back online.";
