import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SignedIn, User } from '../contract/auth';

/** Who uses the portal of which clinic. Local truth, kept per clinic in IndexedDB (D-26, D-129). */
export type SessionState = {
  /** The clinic of the address; null before one is opened and where there is none. */
  clinicId: string | null;
  /** A guest's or an owner's token; null until the first call that needs one (D-18). */
  token: string | null;
  user: User | null;
};

const nobody = { token: null, user: null };
const initialState: SessionState = { clinicId: null, ...nobody };

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** A clinic's address was opened; its saved session, if any, goes on. */
    clinicOpened: (_, { payload }: PayloadAction<{ clinicId: string; saved: SignedIn | null }>) => ({
      clinicId: payload.clinicId,
      token: payload.saved?.token ?? null,
      user: payload.saved?.user ?? null,
    }),
    /** The server opened or rotated a session: a guest's, an owner's after a code, or a new token for either. */
    sessionStarted: (state, { payload }: PayloadAction<SignedIn>) => ({ ...state, ...payload }),
    /** The server no longer knows the session. What is saved on the device stays (D-01). */
    sessionLost: (state, _: PayloadAction<'ranOut' | 'ended'>) => ({ ...state, ...nobody }),
    /** The server no longer knows a guest's session; the next call opens another (D-18). */
    guestForgotten: (state) => ({ ...state, ...nobody }),
    /** The owner signed out; everything of theirs goes (D-08, D-308). */
    signedOut: (state) => ({ ...state, ...nobody }),
    profileLoaded: (state, { payload }: PayloadAction<User>) => {
      if (state.user?.id === payload.id) state.user = payload;
    },
  },
  selectors: {
    /** The signed-in owner: a user with a verified identifier; a guest is nobody (D-18). */
    selectOwner: (state): User | null => (state.user && !state.user.is_guest ? state.user : null),
    selectSession: (state) => state,
    selectClinicId: (state) => state.clinicId,
  },
});

export const { clinicOpened, sessionStarted, sessionLost, guestForgotten, signedOut, profileLoaded } = slice.actions;
export const { selectOwner, selectSession, selectClinicId } = slice.selectors;
export const session = slice;
