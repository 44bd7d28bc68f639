import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { deviceNow } from '../offline/clock';
import { preference } from '../offline/marker';

/**
 * Whether the API answers, and the difference between device and server clock; only the difference is saved (D-125).
 */
export type ConnectionState = {
  isOnline: boolean;
  /** Server minus device, milliseconds; 0 while they agree within `clockSlack` (D-125). */
  clockOffset: number;
  /** Whether a reply has told this page the server's clock; until then the offset is the one saved last. */
  isClockHeard: boolean;
  /**
   * The last moment at which this page may have missed a change: the connection came back, the page slept, or a write
   * got no answer. Data asked for earlier counts as saved, not fresh (D-02). Device's clock, milliseconds since 1970.
   */
  gapAt: number;
};

/**
 * Smaller differences are ignored, in milliseconds: the Date header has whole seconds and the reply takes time to
 * travel.
 */
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
    /**
     * Takes the server's clock of a reply: `server` was its time at some moment between the device's `sent` and
     * `device`, all in milliseconds since 1970. A reply that took long, for instance because the device slept meanwhile,
     * says little, so the difference changes no more than the reply proves.
     */
    serverClockSeen: (state, { payload }: PayloadAction<{ server: number; device: number; sent: number }>) => {
      state.isClockHeard = true;
      const { server, device, sent } = payload;
      const least = server - Math.max(device, sent);
      const most = server - Math.min(device, sent);
      const offset = Math.min(most, Math.max(least, state.clockOffset));
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
