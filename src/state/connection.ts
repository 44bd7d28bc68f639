import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { deviceNow } from '../offline/clock';
import { preference } from '../offline/marker';

/** Whether the API answers, and how far the device's clock is from the server's; only the latter is kept (D-125). */
export type ConnectionState = {
  isOnline: boolean;
  /** Server minus device, milliseconds; 0 while they agree within `clockSlack` (D-125). */
  clockOffset: number;
  /** This page has heard the server's clock; before, the offset is the device's last. */
  isClockHeard: boolean;
  /**
   * When we last could not have heard of a change: the connection came back, the page slept, or a write got no answer.
   * What was asked before counts as saved, not as fresh, until it is asked again (D-02). By the device's clock, milliseconds.
   */
  gapAt: number;
};

/** The Date header has whole seconds and the reply travels; nearer than this is agreement, milliseconds. */
const clockSlack = 5000;

const initialState = (): ConnectionState => ({
  isOnline: true,
  clockOffset: Number(preference('clock-offset')) || 0,
  isClockHeard: false,
  gapAt: 0,
});

const prepare = () => ({ payload: deviceNow() });

const slice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connectionLost: (state) => {
      state.isOnline = false;
    },
    connectionFound: {
      prepare,
      reducer: (state, { payload }: PayloadAction<number>) => {
        if (!state.isOnline) state.gapAt = payload;
        state.isOnline = true;
      },
    },
    gapSeen: {
      prepare,
      reducer: (state, { payload }: PayloadAction<number>) => {
        state.gapAt = payload;
      },
    },
    serverClockSeen: (state, { payload }: PayloadAction<{ server: number; device: number }>) => {
      state.isClockHeard = true;
      const offset = payload.server - payload.device;
      if (Math.abs(offset - state.clockOffset) > clockSlack)
        state.clockOffset = Math.abs(offset) > clockSlack ? offset : 0;
    },
  },
  selectors: {
    selectIsOnline: (state) => state.isOnline,
    selectClockOffset: (state) => state.clockOffset,
    selectGapAt: (state) => state.gapAt,
  },
});

export const { connectionLost, connectionFound, gapSeen, serverClockSeen } = slice.actions;
export const { selectIsOnline, selectClockOffset, selectGapAt } = slice.selectors;
export const connection = slice;

/** Beside every control that needs the network (D-03). */
export const offlineReason = "You're offline. Connect to the internet to do this.";
/** The banner's text (D-01). */
export const offlineBanner =
  "You're offline. Saved pet records are still here, and requests will be sent when you're back online.";
