import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MyClinic, Person, StaffSession } from '../../contract/desk/staff';
import { keptEnded, keptLost, keptPersonId, keptSession, type Ended, type Kept } from './kept';

export type SessionState = {
  kept: Kept | null;
  ended: Ended;
  /** The session is being ended by hand: nothing else is asked with it. */
  isLeaving: boolean;
  /** Whose half-written answers are still on the device. */
  lastPersonId: string | null;
  /** How many half-written answers went with the session, until somebody signs in. */
  lost: number;
  /** What signing out would throw away, while the person is asked; null while they are not. */
  asked: readonly string[] | null;
};

const clinicIn = (clinics: readonly MyClinic[], wanted: string | null): string | null =>
  clinics.find(({ id }) => id === wanted)?.id ?? (clinics.length === 1 ? clinics[0]!.id : null);

const slice = createSlice({
  name: 'session',
  initialState: (): SessionState => {
    const kept = keptSession();
    return {
      kept,
      ended: kept ? null : keptEnded(),
      isLeaving: false,
      lastPersonId: keptPersonId(),
      lost: kept ? 0 : keptLost(),
      asked: null,
    };
  },
  reducers: {
    /** Somebody signed in; `wanted` is the clinic that the address names, if any. */
    signedIn: (state, { payload }: PayloadAction<StaffSession & { wanted: string | null }>) => {
      const { token, person, clinics, wanted } = payload;
      state.kept = { token, person, clinics, clinicId: clinicIn(clinics, wanted) };
      state.ended = null;
      state.lost = 0;
      state.lastPersonId = person.id;
    },
    /** Another tab signed in, out, or chose; `ended` is why nobody is signed in, as that tab knows it. */
    sessionFound: (state, { payload }: PayloadAction<{ kept: Kept | null; ended: Ended }>) => {
      const wasThere = state.kept !== null;
      const { kept, ended } = payload;
      state.kept = kept;
      state.asked = null;
      if (wasThere && kept === null) state.ended = ended ?? 'ended';
      if (kept) Object.assign(state, { lastPersonId: kept.person.id, ended: null, lost: 0 });
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
    /** The server no longer takes the token. What is half written outlives only a session that ran out (D-421). */
    sessionEnded: (state, { payload }: PayloadAction<Exclude<Ended, null>>) => {
      state.kept = null;
      state.asked = null;
      state.ended = payload;
    },
    /** So many half-written answers went off the device with the session. */
    answersLost: (state, { payload }: PayloadAction<number>) => {
      state.lost = payload;
    },
    /** Signing out would throw this away: the person is asked. Null once they have answered. */
    leaveAsked: (state, { payload }: PayloadAction<string[] | null>) => {
      state.asked = payload;
    },
    /** The person signs out by hand; the server is told. */
    leaving: (state) => {
      state.asked = null;
      state.isLeaving = true;
    },
    /** The person signed out by hand: nothing of theirs stays. */
    signedOut: (state) => {
      state.kept = null;
      state.ended = null;
      state.lost = 0;
      state.isLeaving = false;
      state.lastPersonId = null;
    },
  },
  selectors: {
    selectKept: ({ kept }) => kept,
    selectEnded: ({ ended }) => ended,
    selectLost: ({ lost }) => lost,
    selectAsked: ({ asked }) => asked,
    selectPerson: ({ kept }) => kept?.person ?? null,
    selectClinic: ({ kept }) => kept?.clinics.find(({ id }) => id === kept.clinicId) ?? null,
  },
});

export const session = slice;
export const {
  signedIn,
  sessionFound,
  clinicsRead,
  clinicChosen,
  sessionEnded,
  answersLost,
  leaveAsked,
  leaving,
  signedOut,
} = slice.actions;
export const { selectKept, selectEnded, selectLost, selectAsked, selectPerson, selectClinic } = slice.selectors;
