import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SignedIn, User } from '../contract/auth';

/** Who uses the portal of which clinic. Local truth, kept per clinic in IndexedDB (D-26, D-129). */
export type SessionState = {
  /** The clinic of the address; null before one is opened and where there is none. */
  clinicId: string | null;
  /** A guest's or an owner's token; null until the first call that needs one (D-18). */
  token: string | null;
  user: User | null;
  /** The owner whose session merely ran out: what is saved of theirs may be read on, until somebody signs in or out (D-01). */
  lapsed: User | null;
  /** How many requests of another owner would be deleted by the sign-in that waits for an answer; 0 for no question (D-01). */
  othersUnsent: number;
};

const nobody = { token: null, user: null };
const initialState: SessionState = { clinicId: null, ...nobody, lapsed: null, othersUnsent: 0 };

const ownerOf = ({ user }: SessionState): User | null => (user && !user.is_guest ? user : null);

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** A clinic's address was opened; its saved session, if any, goes on. */
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
    /** The server opened or rotated a session: a guest's, an owner's after a code, or a new token for either. */
    sessionStarted: (state, { payload }: PayloadAction<SignedIn>) => ({
      ...state,
      ...payload,
      lapsed: payload.user.is_guest ? state.lapsed : null,
    }),
    /** The server no longer knows the session. What is saved on the device stays, and is shown on only if it ran out (D-01). */
    sessionLost: (state, { payload: how }: PayloadAction<'ranOut' | 'ended'>) => {
      const owner = ownerOf(state);
      return { ...state, ...nobody, lapsed: owner === null ? state.lapsed : how === 'ranOut' ? owner : null };
    },
    /** The server no longer knows a guest's session; the next call opens another (D-18). */
    guestForgotten: (state) => ({ ...state, ...nobody }),
    /** The owner signed out; everything of theirs goes (D-08, D-308). */
    signedOut: (state) => ({ ...state, ...nobody, lapsed: null }),
    /** Another tab has signed the owner out, or somebody else in: this one goes on with what the device has now. */
    ownerReplaced: ({ clinicId }, { payload }: PayloadAction<{ saved: SignedIn | null; lapsed: User | null }>) => ({
      ...initialState,
      clinicId,
      ...(payload.saved ?? nobody),
      lapsed: payload.lapsed,
    }),
    /** A sign-in waits for its owner's word about somebody else's requests, or has it. */
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
    /** The signed-in owner: a user with a verified identifier; a guest is nobody (D-18). */
    selectOwner: ownerOf,
    /** Whose saved records may be shown: the signed-in owner's, or theirs whose session merely ran out (D-01). */
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
