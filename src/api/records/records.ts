import { useEffect, useEffectEvent, useRef } from 'react';
import { getAppointment, listAppointments, type Appointment } from '../../contract/appointments';
import { listSpecies, type Species } from '../../contract/catalogue';
import type { ClientRecord } from '../../contract/clients';
import {
  listMedications,
  listRefills,
  listVaccinations,
  type Medication,
  type Refill,
  type Vaccination,
} from '../../contract/pets';
import { refillsKnown } from '../../domain/pets/refillsShown';
import { activePets } from '../../domain/validation/clientInfo';
import * as limits from '../../limits';
import { hasCode, type Failure } from '../../domain/failure';
import { deviceNow } from '../../offline/clock';
import { copyOf, type Copies } from '../../offline/database/copies';
import type { RecordKind, RecordOf } from '../../offline/database/recordKinds';
import { loadCopies, replaceVisit, visitAmong, type Whose } from '../../offline/database/records';
import { api, contractQuery } from '../api';
import { authApi } from '../auth';
import { selectClockOffset, selectGapAt, selectIsOnline } from '../../state/connection';
import { changeKept, keepRecord } from '../keepRecord';
import { selectClinicId, selectOwner, selectReader } from '../../state/session';
import { savingFailed } from '../../state/storageHealth';
import { type AppThunk, useAppSelector } from '../../state/store';
import { once } from '../once';

export type AppointmentTab = 'upcoming' | 'history';

const ofPet = (patientId: string) => ({ query: { patient_id: patientId } });
const ofTab = (userId: string, tab: AppointmentTab) => ({
  query: { user_id: userId, type: tab, size: String(limits.appointmentListSize) },
});

type Dispatch = (action: ReturnType<typeof keepRecord>) => unknown;
type Started<T> = { dispatch: Dispatch; queryFulfilled: Promise<{ data: T }> };

/** Saves each reply on the device. */
const kept =
  <K extends RecordKind, Arg, Reply>(kind: K, idOf: (arg: Arg) => string, valueOf: (reply: Reply) => RecordOf<K>) =>
  (arg: Arg, { dispatch, queryFulfilled }: Started<Reply>) =>
    queryFulfilled.then(
      ({ data }) => void dispatch(keepRecord(kind, idOf(arg), valueOf(data))),
      () => undefined,
    );

/** Calls that read the owner's records, from the server and from the device. */
const recordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    vaccinationRecords: contractQuery(build, listVaccinations, {
      onQueryStarted: kept(
        'vaccinations',
        (arg: ReturnType<typeof ofPet>) => arg.query.patient_id,
        (rows: Vaccination[]) => rows,
      ),
    }),
    medicationRecords: contractQuery(build, listMedications, {
      onQueryStarted: kept(
        'medications',
        (arg: ReturnType<typeof ofPet>) => arg.query.patient_id,
        (rows: Medication[]) => rows,
      ),
    }),
    // What the clinic has not answered yet is nothing to be told of as failed.
    refillRecords: contractQuery(
      build,
      { ...listRefills, silent: true },
      {
        onQueryStarted: kept(
          'refills',
          () => '',
          (rows: Refill[]) => rows,
        ),
      },
    ),
    appointmentRecords: contractQuery(build, listAppointments, {
      providesTags: ['Appointments'],
      onQueryStarted: kept(
        'appointments',
        (arg: { query: { type?: string | undefined } }) => arg.query.type ?? 'upcoming',
        (reply: { content: Appointment[] }) => reply.content,
      ),
    }),
    appointmentRecord: contractQuery(build, getAppointment, { providesTags: ['Appointments'] }),
    // This list is only for decoration here, so its failures show no message.
    speciesRecords: contractQuery(
      build,
      { ...listSpecies, silent: true },
      {
        onQueryStarted: kept(
          'species',
          () => '',
          (reply: { data: Species[] }) => reply.data,
        ),
      },
    ),
    savedCopies: build.query<Copies, Whose>({
      providesTags: ['Saved'],
      queryFn: async (whose, { dispatch }) => {
        try {
          return { data: await loadCopies(whose) };
        } catch {
          // Without IndexedDB, or where it is blocked, pages work from the network alone.
          dispatch(savingFailed());
          return { data: {} };
        }
      },
    }),
  }),
});

/**
 * Loads everything that the owner's pages show, so that it is saved before it is needed: the client record, each active
 * pet's rows, both lists of appointments (D-02). Does not reload fresh data, except what a booking, move or
 * cancellation changed (`hasChanged`); data from before a gap is not fresh.
 */
export const loadRecords =
  (hasChanged = false): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const owner = selectOwner(getState());
    if (!owner) return;
    // An answer older than this many seconds is from before the last gap.
    const sinceGap = (deviceNow() - getState().connection.gapAt) / 1000;
    const quietly = { forceRefetch: sinceGap } as const;
    const anew = { forceRefetch: hasChanged || sinceGap } as const;
    const client = await once(
      dispatch(authApi.endpoints.clientByUser.initiate({ query: { user_id: owner.id } }, anew)),
    );
    if (client.data === undefined) return;
    await Promise.all([
      // Species are the same for every owner, so the page may have them from an earlier owner; this owner's device copy
      // may be missing.
      once(dispatch(recordsApi.endpoints.speciesRecords.initiate({}, { forceRefetch: !hasChanged || sinceGap }))),
      once(dispatch(recordsApi.endpoints.appointmentRecords.initiate(ofTab(owner.id, 'upcoming'), anew))),
      once(dispatch(recordsApi.endpoints.appointmentRecords.initiate(ofTab(owner.id, 'history'), anew))),
      once(dispatch(recordsApi.endpoints.refillRecords.initiate({}, anew))),
      ...activePets(client.data).flatMap(({ id }) => [
        once(dispatch(recordsApi.endpoints.vaccinationRecords.initiate(ofPet(id), quietly))),
        once(dispatch(recordsApi.endpoints.medicationRecords.initiate(ofPet(id), quietly))),
      ]),
    ]);
  };

/** Reads the copies of the owner whose records are shown, so that the first draw has them. */
export const readCopies = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const [clinicId, reader] = [selectClinicId(getState()), selectReader(getState())];
  if (!clinicId || !reader) return;
  await once(dispatch(recordsApi.endpoints.savedCopies.initiate({ clinicId, userId: reader.id })));
};

/** Replaces an appointment by the server's answer, in this page and on the device. */
export const appointmentChanged =
  (appointment: Appointment): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const owner = selectOwner(getState());
    await dispatch(
      recordsApi.util.upsertQueryData('appointmentRecord', { params: { id: appointment.id } }, appointment),
    );
    if (!owner) return;
    for (const tab of ['upcoming', 'history'] as const) {
      dispatch(
        recordsApi.util.updateQueryData('appointmentRecords', ofTab(owner.id, tab), (reply) => {
          reply.content = reply.content.map((each) => (each.id === appointment.id ? appointment : each));
        }),
      );
    }
    await dispatch(changeKept((whose) => replaceVisit(whose, appointment)));
  };

/** A record as a page shows it. */
export type Held<T> = {
  /** The server's value, else the device's copy; undefined where there is neither. */
  data: T | undefined;
  /** When the copy was saved, if the value is not a fresh one from the server; null for a fresh one (D-02, D-12). */
  savedAt: string | null;
  /** When the server sent the value, by its clock as far as it is known (D-125); null where nothing is shown. */
  asOf: string | null;
  /** There is no value yet, but one may come. */
  isLoading: boolean;
  /** The server was asked and gave no value. */
  hasFailed: boolean;
  /** The server has no such record of this owner. */
  isMissing: boolean;
  reload(): void;
};

type Answer<R> = {
  currentData?: R | undefined;
  isError: boolean;
  error?: unknown;
  isFetching: boolean;
  isUninitialized: boolean;
  startedTimeStamp?: number | undefined;
  fulfilledTimeStamp?: number | undefined;
  refetch(): unknown;
};

/** Returns all copies that this device has of the owner; undefined while they are being read. */
export function useCopies(): Copies | undefined {
  const clinicId = useAppSelector(selectClinicId);
  const reader = useAppSelector(selectReader);
  const whose = { clinicId: clinicId ?? '', userId: reader?.id ?? '' };
  // Not `data`, which keeps the previous owner's copies while the new owner's are read.
  return recordsApi.useSavedCopiesQuery(whose, { skip: !clinicId || !reader }).currentData;
}

const useHeld = <K extends RecordKind, R>(
  kind: K,
  id: string,
  answer: Answer<R>,
  valueOf: (reply: R) => RecordOf<K>,
): Held<RecordOf<K>> => useHeldOr((copies) => copyOf(copies, kind, id), answer, valueOf);

/**
 * Returns the server's value, else the device's copy found by `find`. A value is fresh only if it was asked for after
 * the last gap; an older one is loaded again once, and until then shown with its time.
 */
function useHeldOr<T, R>(
  find: (copies: Copies) => { value: T; savedAt: string } | null,
  answer: Answer<R>,
  valueOf: (reply: R) => T,
): Held<T> {
  const copies = useCopies();
  const isOnline = useAppSelector(selectIsOnline);
  const gapAt = useAppSelector(selectGapAt);
  const clockOffset = useAppSelector(selectClockOffset);
  const {
    currentData: reply,
    isError,
    isFetching,
    isUninitialized,
    startedTimeStamp = 0,
    fulfilledTimeStamp = 0,
  } = answer;
  // While a call is repeated, only the time of the earlier answer is known, not when it was asked for.
  const isBehind = (isFetching ? fulfilledTimeStamp : startedTimeStamp) < gapAt;
  const reload = () => {
    if (!isUninitialized) void answer.refetch();
  };
  // Reloads by itself only after a gap, most often a connection that came back.
  const askedFor = useRef(0);
  const catchUp = useEffectEvent(() => {
    askedFor.current = gapAt;
    reload();
  });
  const isOwed = isOnline && isBehind && !isFetching;
  useEffect(() => {
    // Once for each gap: if the clock was set back, every answer would look older than the gap.
    if (isOwed && askedFor.current !== gapAt) catchUp();
  }, [isOwed, gapAt]);
  const copy = copies && find(copies);
  const isFresh = reply !== undefined && isOnline && !isError && !isBehind;
  const fetchedAt = fulfilledTimeStamp === 0 ? null : new Date(fulfilledTimeStamp + clockOffset).toISOString();
  const data = reply !== undefined ? valueOf(reply) : copy?.value;
  const asOf = reply !== undefined ? fetchedAt : (copy?.savedAt ?? null);
  return {
    data,
    savedAt: isFresh ? null : asOf,
    asOf,
    isLoading: data === undefined && (isFetching || copies === undefined),
    hasFailed: isError && !isFetching,
    isMissing: isError && !isFetching && hasCode(answer.error as Failure, 'not_found'),
    reload,
  };
}

const anew = { refetchOnMountOrArgChange: true } as const;

/** Returns the clinic's record of the signed-in owner, null where the clinic has none. */
export function useClientRecord(): Held<ClientRecord | null> {
  const owner = useAppSelector(selectOwner);
  return useHeld(
    'client',
    '',
    authApi.useClientByUserQuery({ query: { user_id: owner?.id ?? '' } }, { skip: !owner, ...anew }),
    (reply: ClientRecord | null) => reply,
  );
}

/**
 * Returns a pet's vaccinations; nothing is loaded for an empty id. Without a signed-in owner only the device is read
 * (D-01).
 */
export function useVaccinations(patientId: string): Held<Vaccination[]> {
  const owner = useAppSelector(selectOwner);
  const answer = recordsApi.useVaccinationRecordsQuery(ofPet(patientId), { skip: !owner || patientId === '', ...anew });
  return useHeld('vaccinations', patientId, answer, (rows: Vaccination[]) => rows);
}

/** Returns a pet's medications, newest first; nothing is loaded for an empty id. */
export function useMedications(patientId: string): Held<Medication[]> {
  const owner = useAppSelector(selectOwner);
  const answer = recordsApi.useMedicationRecordsQuery(ofPet(patientId), { skip: !owner || patientId === '', ...anew });
  return useHeld('medications', patientId, answer, (rows: Medication[]) => rows);
}

/** Returns the owner's refills of all pets, the latest first; none of them goes back (D-424). */
export function useRefills(): Held<Refill[]> {
  const owner = useAppSelector(selectOwner);
  const answer = recordsApi.useRefillRecordsQuery({}, { skip: !owner, ...anew });
  const known = useCopies();
  const saved = (known && copyOf(known, 'refills', '')?.value) ?? noRefills;
  return useHeld('refills', '', answer, (rows: Refill[]) => refillsKnown(saved, rows));
}
const noRefills: readonly Refill[] = [];

/** Returns the owner's coming or past appointments. */
export function useAppointmentRecords(tab: AppointmentTab): Held<Appointment[]> {
  const owner = useAppSelector(selectOwner);
  const answer = recordsApi.useAppointmentRecordsQuery(ofTab(owner?.id ?? '', tab), { skip: !owner, ...anew });
  return useHeld('appointments', tab, answer, (reply: { content: Appointment[] }) => reply.content);
}

/** Returns one of the owner's appointments. */
export function useAppointmentRecord(id: string): Held<Appointment> {
  const owner = useAppSelector(selectOwner);
  const answer = recordsApi.useAppointmentRecordQuery({ params: { id } }, { skip: !owner, ...anew });
  return useHeldOr(
    (copies) => visitAmong(copies, id),
    answer,
    (reply: Appointment) => reply,
  );
}

/** Returns the clinic's species, for their drawings. */
export const useSpeciesRecords = (): Held<Species[]> =>
  useHeld('species', '', recordsApi.useSpeciesRecordsQuery({}), (reply: { data: Species[] }) => reply.data);
