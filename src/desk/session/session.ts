import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MyClinic, Person, StaffSession } from '../../contract/desk/staff';
import { keptPersonId, keptSession, type Kept } from './kept';

/** Why nobody is signed in: `idle` after 12 hours without use (D-421), `ended` from elsewhere. */
type Ended = 'idle' | 'ended' | null;

export type SessionState = {
  kept: Kept | null;
  ended: Ended;
  /** The session is being ended by hand: nothing else is asked with it. */
  isLeaving: boolean;
  /** Whose half-written answers are still on the device. */
  lastPersonId: string | null;
};

const clinicIn = (clinics: readonly MyClinic[], wanted: string | null): string | null =>
  clinics.find(({ id }) => id === wanted)?.id ?? (clinics.length === 1 ? clinics[0]!.id : null);

const slice = createSlice({
  name: 'session',
  initialState: (): SessionState => {
    const kept = keptSession();
    return { kept, ended: null, isLeaving: false, lastPersonId: keptPersonId() };
  },
  reducers: {
    /** Somebody signed in; `wanted` is the clinic that the address names, if any. */
    signedIn: (state, { payload }: PayloadAction<StaffSession & { wanted: string | null }>) => {
      const { token, person, clinics, wanted } = payload;
      state.kept = { token, person, clinics, clinicId: clinicIn(clinics, wanted) };
      state.ended = null;
      state.lastPersonId = person.id;
    },
    /** Another tab signed in, out, or chose. */
    sessionFound: (state, { payload }: PayloadAction<Kept | null>) => {
      const wasThere = state.kept !== null;
      state.kept = payload;
      if (wasThere && payload === null) state.ended = 'ended';
      if (payload) state.lastPersonId = payload.person.id;
    },
    /** The person and their clinics as the server knows them now. */
    clinicsRead: (state, { payload }: PayloadAction<{ person: Person; clinics: MyClinic[] }>) => {
      if (!state.kept) return;
      const { clinicId } = state.kept;
      Object.assign(state.kept, payload, { clinicId: clinicIn(payload.clinics, clinicId) });
    },
    clinicChosen: (state, { payload }: PayloadAction<string | null>) => {
      if (state.kept) state.kept.clinicId = payload;
    },
    /** The server no longer takes the token. What is half written stays. */
    sessionEnded: (state, { payload }: PayloadAction<Exclude<Ended, null>>) => {
      state.kept = null;
      state.ended = payload;
    },
    /** The person signs out by hand; the server is told. */
    leaving: (state) => {
      state.isLeaving = true;
    },
    /** The person signed out by hand: nothing of theirs stays. */
    signedOut: (state) => {
      state.kept = null;
      state.ended = null;
      state.isLeaving = false;
      state.lastPersonId = null;
    },
  },
  selectors: {
    selectKept: ({ kept }) => kept,
    selectEnded: ({ ended }) => ended,
    selectPerson: ({ kept }) => kept?.person ?? null,
    selectClinic: ({ kept }) => kept?.clinics.find(({ id }) => id === kept.clinicId) ?? null,
  },
});

export const session = slice;
export const { signedIn, sessionFound, clinicsRead, clinicChosen, sessionEnded, leaving, signedOut } = slice.actions;
export const { selectKept, selectEnded, selectPerson, selectClinic } = slice.selectors;
