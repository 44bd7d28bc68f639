import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SignedIn, User } from '../contract/auth';

/** The session of the clinic of the address: local truth, saved per clinic in IndexedDB (D-26, D-129). */
export type SessionState = {
  /** The clinic of the address; null before a clinic is opened or for an address without one. */
  clinicId: string | null;
  /** A guest's or an owner's token; null until the first call that needs one (D-18). */
  token: string | null;
  user: User | null;
  /** The owner whose session ran out and whose saved records stay readable until somebody signs in or out (D-01). */
  lapsed: User | null;
  /** How many of another owner's requests the pending sign-in would delete; 0 when nothing is asked (D-01). */
  othersUnsent: number;
};

const nobody = { token: null, user: null };
const initialState: SessionState = { clinicId: null, ...nobody, lapsed: null, othersUnsent: 0 };

const ownerOf = ({ user }: SessionState): User | null => (user && !user.is_guest ? user : null);

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** A clinic's address was opened; its saved session, if there is one, continues. */
    clinicOpened: (
      _,
      { payload }: PayloadAction<{ clinicId: string; saved: SignedIn | null; lapsed?: User | null }>,
    ) => ({
      ...initialState,
      clinicId: payload.clinicId,
      lapsed: payload.lapsed ?? null,
      token: payload.saved?.token ?? null,
      user: payload.saved?.user ?? null,
    }),
    /** The server opened or replaced a session: a guest's, an owner's after a code, or either with a new token. */
    sessionStarted: (state, { payload }: PayloadAction<SignedIn>) => ({
      ...state,
      ...payload,
      lapsed: payload.user.is_guest ? state.lapsed : null,
    }),
    /**
     * The server no longer accepts the session. Saved records stay on the device, and are shown only if it ran out
     * (D-01).
     */
    sessionLost: (state, { payload: how }: PayloadAction<'ranOut' | 'ended'>) => {
      const owner = ownerOf(state);
      return { ...state, ...nobody, lapsed: owner === null ? state.lapsed : how === 'ranOut' ? owner : null };
    },
    /** The server no longer accepts the guest's session; the next call opens another (D-18). */
    guestForgotten: (state) => ({ ...state, ...nobody }),
    /** The owner signed out; all of the owner's data is deleted (D-08, D-308). */
    signedOut: (state) => ({ ...state, ...nobody, lapsed: null }),
    /** Another tab signed the owner out or another owner in: this tab takes over what the device has now. */
    ownerReplaced: ({ clinicId }, { payload }: PayloadAction<{ saved: SignedIn | null; lapsed: User | null }>) => ({
      ...initialState,
      clinicId,
      ...(payload.saved ?? nobody),
      lapsed: payload.lapsed,
    }),
    /** Sets the number of another owner's requests to ask about, or 0 once the owner has answered. */
    admissionAsked: (state, { payload }: PayloadAction<number>) => {
      state.othersUnsent = payload;
    },
    admissionAnswered: (state) => {
      state.othersUnsent = 0;
    },
    profileLoaded: (state, { payload }: PayloadAction<User>) => {
      if (state.user?.id === payload.id) state.user = payload;
    },
  },
  selectors: {
    /** Selects the signed-in owner: a user with a verified identifier, so null for a guest (D-18). */
    selectOwner: ownerOf,
    /**
     * Selects the user whose saved records may be shown: the signed-in owner, or the owner whose session ran out
     * (D-01).
     */
    selectReader: (state): User | null => ownerOf(state) ?? state.lapsed,
    selectOthersUnsent: (state) => state.othersUnsent,
    selectSession: (state) => state,
    selectClinicId: (state) => state.clinicId,
  },
});

export const {
  clinicOpened,
  sessionStarted,
  sessionLost,
  guestForgotten,
  signedOut,
  ownerReplaced,
  admissionAsked,
  admissionAnswered,
  profileLoaded,
} = slice.actions;
export const { selectOwner, selectReader, selectOthersUnsent, selectSession, selectClinicId } = slice.selectors;
export const session = slice;
