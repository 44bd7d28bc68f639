import { array, is, literal, nullable, string, type, type Infer, type Struct } from 'superstruct';
import { Appointment } from '../../contract/appointments';
import { User } from '../../contract/auth';
import { Species } from '../../contract/catalogue';
import { ClientRecord } from '../../contract/clients';
import { Medication, Vaccination } from '../../contract/pets';
import { instant } from '../../contract/wire';
import { portalDb } from './db';

/** What the signed-in pages show without a network: one row a kind and id (D-02); the id of what there is one of is ''. */
const structs = {
  profile: User,
  client: nullable(ClientRecord),
  species: array(Species),
  /** By the pet's id. */
  vaccinations: array(Vaccination),
  medications: array(Medication),
  /** By the list: upcoming or history. */
  appointments: array(Appointment),
};

export type RecordKind = keyof typeof structs;
export type RecordOf<K extends RecordKind> = Infer<(typeof structs)[K]>;
/** A copy and when it was saved, an instant. */
export type Copy<K extends RecordKind> = { value: RecordOf<K>; savedAt: string };
/** An owner's copies by kind and id; read one with `copyOf`. */
export type Copies = { readonly [key: string]: { value: unknown; savedAt: string } };

/** Records belong to a user at a clinic and are used with both alone (D-08). */
export type Whose = { clinicId: string; userId: string };

const Row = type({ clinicId: string(), userId: string(), kind: string(), id: string(), saved_at: instant() });

const ListRow = type({ kind: literal('appointments'), value: array(Appointment) });

const keyOf = (kind: RecordKind, id: string): string => `${kind}/${id}`;

/** The copy among an owner's, null where there is none. Rows were checked when they were read. */
export const copyOf = <K extends RecordKind>(copies: Copies, kind: K, id: string): Copy<K> | null =>
  (copies[keyOf(kind, id)] as Copy<K> | undefined) ?? null;

/** An appointment among an owner's lists, with when its list was saved; the later of two where it has moved from one to the other. */
export function visitAmong(copies: Copies, id: string): { value: Appointment; savedAt: string } | null {
  const found = ['upcoming', 'history'].flatMap((tab) => {
    const list = copyOf(copies, 'appointments', tab);
    const value = list?.value.find((each) => each.id === id);
    return list && value ? [{ value, savedAt: list.savedAt }] : [];
  });
  return found.sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))[0] ?? null;
}

const range = ({ clinicId, userId }: Whose) =>
  portalDb()
    .records.where('[clinicId+userId+kind+id]')
    .between([clinicId, userId, '', ''], [clinicId, userId, '\uffff', '\uffff']);

/** All that is saved of an owner at a clinic. Rows of another shape are left out, since a new load replaces them. */
export async function loadCopies(whose: Whose): Promise<Copies> {
  const copies: Record<string, { value: unknown; savedAt: string }> = {};
  for (const row of await range(whose).toArray()) {
    if (!is(row, Row) || !isKind(row.kind)) continue;
    const value = (row as { value?: unknown }).value;
    if (is(value, structs[row.kind] as Struct<unknown>))
      copies[keyOf(row.kind, row.id)] = { value, savedAt: row.saved_at };
  }
  return copies;
}

/** Saves one row. With the client's record, what belongs to pets that are shown no more goes: nobody would read it anew (D-120, D-415). */
export async function saveCopy<K extends RecordKind>(
  whose: Whose,
  kind: K,
  id: string,
  value: RecordOf<K>,
  savedAt: string,
): Promise<void> {
  const { records } = portalDb();
  await portalDb().transaction('rw', records, async () => {
    await records.put({ ...whose, kind, id, value, saved_at: savedAt });
    if (kind !== 'client') return;
    const pets = new Set(
      ((value as RecordOf<'client'>)?.patients ?? []).flatMap((pet) => (pet.deceased_at ? [] : pet.id)),
    );
    await range(whose)
      .filter((row) => is(row, Row) && (row.kind === 'vaccinations' || row.kind === 'medications') && !pets.has(row.id))
      .delete();
  });
}

/** Puts a changed appointment in the place of what is saved of it; the rest of its list is as old as it was. */
export async function replaceVisit(whose: Whose, visit: Appointment): Promise<void> {
  const { records } = portalDb();
  await portalDb().transaction('rw', records, async () => {
    for (const row of await range(whose).toArray()) {
      const list = is(row, ListRow) ? row.value : [];
      if (list.some(({ id }) => id === visit.id))
        await records.put({ ...(row as object), value: list.map((each) => (each.id === visit.id ? visit : each)) });
    }
  });
}

const isKind = (kind: string): kind is RecordKind => Object.hasOwn(structs, kind);
