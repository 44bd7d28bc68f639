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
  /**
   * The clinics that the person was taken off, with how much that was half written went with them; until a choice, or
   * until somebody signs in where they were all.
   */
  left: { names: readonly string[]; lost: number } | null;
  /** What signing out would throw away, while the person is asked; null while they are not. */
  asked: readonly string[] | null;
};

const clinicIn = (clinics: readonly MyClinic[], wanted: string | null): string | null =>
  clinics.find(({ id }) => id === wanted)?.id ?? (clinics.length === 1 ? clinics[0]!.id : null);

/** The names of the clinics that a person has no more. */
export const clinicsLeft = (before: Kept | null, now: Kept | null): readonly MyClinic[] =>
  before?.clinics.filter(({ id }) => now && !now.clinics.some((one) => one.id === id)) ?? [];

/** All clinics of a person who was taken off them. */
const everyClinic = (kept: Kept | null): { names: string[]; lost: number } => ({
  names: kept?.clinics.map(({ name }) => name) ?? [],
  lost: 0,
});

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
      left: null,
    };
  },
  reducers: {
    /** Somebody signed in; `wanted` is the clinic that the address names, if any. */
    signedIn: (state, { payload }: PayloadAction<StaffSession & { wanted: string | null }>) => {
      const { token, person, clinics, wanted } = payload;
      state.kept = { token, person, clinics, clinicId: clinicIn(clinics, wanted) };
      state.ended = null;
      state.lost = 0;
      state.left = null;
      state.lastPersonId = person.id;
    },
    /** Another tab signed in or out, or read the person's clinics; `ended` is why nobody is signed in, as that tab knows it. */
    sessionFound: (state, { payload }: PayloadAction<{ kept: Kept | null; ended: Ended }>) => {
      const wasThere = state.kept !== null;
      const { kept, ended } = payload;
      const before = state.kept;
      const own = before?.person.id === kept?.person.id ? (before?.clinicId ?? null) : null;
      // The clinic is each tab's own; who was taken off it is told so, as where the tab itself was told.
      const isGone = own !== null && !kept?.clinics.some(({ id }) => id === own);
      if (kept && isGone) state.left = { names: clinicsLeft(before, kept).map(({ name }) => name), lost: 0 };
      state.kept = kept && own ? { ...kept, clinicId: isGone ? null : own } : kept;
      state.asked = null;
      if (wasThere && kept === null) {
        state.ended = ended ?? 'ended';
        if (ended === 'removed') state.left = everyClinic(before);
      }
      if (kept) Object.assign(state, { lastPersonId: kept.person.id, ended: null, lost: 0 });
    },
    /** The person and their clinics as the server knows them now. */
    clinicsRead: (state, { payload }: PayloadAction<{ person: Person; clinics: MyClinic[] }>) => {
      if (!state.kept) return;
      const { clinicId } = state.kept;
      const names = clinicsLeft(state.kept, { ...state.kept, ...payload }).map(({ name }) => name);
      const isThere = clinicId === null || payload.clinics.some(({ id }) => id === clinicId);
      // Who is taken off the clinic that is open is told so, and is not found at another without a word.
      if (!isThere) state.left = { names, lost: 0 };
      Object.assign(state.kept, payload, { clinicId: isThere ? clinicIn(payload.clinics, clinicId) : null });
    },
    clinicChosen: (state, { payload }: PayloadAction<string | null>) => {
      if (state.kept) state.kept.clinicId = payload;
      state.left = null;
    },
    /** The server no longer takes the token. What is half written outlives only a session that ran out (D-421). */
    sessionEnded: (state, { payload }: PayloadAction<Exclude<Ended, null>>) => {
      if (payload === 'removed') state.left = everyClinic(state.kept);
      state.kept = null;
      state.asked = null;
      state.ended = payload;
    },
    /** So many half-written answers went off the device with the session. */
    answersLost: (state, { payload }: PayloadAction<number>) => {
      state.lost = payload;
    },
    /** So many half-written answers went with clinics that the person was taken off. */
    answersLeft: (state, { payload }: PayloadAction<{ names: readonly string[]; lost: number }>) => {
      if (!state.kept) return;
      state.kept.clinicId = null;
      state.left = { names: [...payload.names], lost: payload.lost };
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
      state.left = null;
      state.isLeaving = false;
      state.lastPersonId = null;
    },
  },
  selectors: {
    selectKept: ({ kept }) => kept,
    selectEnded: ({ ended }) => ended,
    selectLost: ({ lost }) => lost,
    selectLeft: ({ left }) => left,
    selectAsked: ({ asked }) => asked,
    selectPerson: ({ kept }) => kept?.person ?? null,
    selectClinic: ({ kept }) => kept?.clinics.find(({ id }) => id === kept.clinicId) ?? null,
    /** The name of a clinic of the person that is not the open one; '' for the open one. */
    selectElsewhere: ({ kept }, clinicId: string) =>
      clinicId === kept?.clinicId ? '' : (kept?.clinics.find(({ id }) => id === clinicId)?.name ?? ''),
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
  answersLeft,
  leaveAsked,
  leaving,
  signedOut,
} = slice.actions;
export const {
  selectKept,
  selectEnded,
  selectLost,
  selectLeft,
  selectAsked,
  selectPerson,
  selectClinic,
  selectElsewhere,
} = slice.selectors;
