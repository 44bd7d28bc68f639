import { array, nullable, type Infer } from 'superstruct';
import { Appointment } from '../../contract/appointments';
import { User } from '../../contract/auth';
import { Species } from '../../contract/catalogue';
import { ClientRecord } from '../../contract/clients';
import { Medication, Refill, Vaccination } from '../../contract/pets';

/**
 * The structs of what signed-in pages show without a network: one row for each kind and id; the id is '' where a kind
 * has one row (D-02).
 */
export const structs = {
  profile: User,
  client: nullable(ClientRecord),
  species: array(Species),
  /** Keyed by the pet's id. */
  vaccinations: array(Vaccination),
  medications: array(Medication),
  /** Of all pets; what is known of one never goes back (D-424). */
  refills: array(Refill),
  /** Keyed by the list: upcoming or history. */
  appointments: array(Appointment),
};

export type RecordKind = keyof typeof structs;
export type RecordOf<K extends RecordKind> = Infer<(typeof structs)[K]>;
