import { copyOf } from '../../../offline/database/copies';
import type { RecordKind, RecordOf } from '../../../offline/database/recordKinds';
import type * as real from '../../../api/records/records';
import { drawn } from '../drawn';

/** The records' hooks for a draw from the device's copies alone, as the app has them before the clinic has answered. */
type Real = typeof real;

const useHeld = <K extends RecordKind>(kind: K, id: string): real.Held<RecordOf<K>> => {
  const copy = copyOf(drawn.saved.copies, kind, id);
  const savedAt = copy?.savedAt ?? null;
  return {
    data: copy?.value,
    savedAt,
    asOf: savedAt,
    isLoading: false,
    hasFailed: false,
    isMissing: false,
    reload: () => undefined,
  };
};

export const useCopies: Real['useCopies'] = () => drawn.saved.copies;
export const useClientRecord: Real['useClientRecord'] = () => useHeld('client', '');
export const useVaccinations: Real['useVaccinations'] = (patientId) => useHeld('vaccinations', patientId);
export const useMedications: Real['useMedications'] = (patientId) => useHeld('medications', patientId);
export const useRefills: Real['useRefills'] = () => useHeld('refills', '');
export const useAppointmentRecords: Real['useAppointmentRecords'] = (tab) => useHeld('appointments', tab);
export const useSpeciesRecords: Real['useSpeciesRecords'] = () => useHeld('species', '');
/** Only effects load. */
export const loadRecords = () => undefined;
