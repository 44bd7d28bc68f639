import { array, is, literal, string, type, type Struct } from 'superstruct';
import { Appointment } from '../../contract/appointments';
import { refillsKnown } from '../../domain/pets/refillsShown';
import { instant } from '../../contract/wire';
import { copyOf, keyOf, type Copies } from './copies';
import { portalDb } from './db';
import { structs, type RecordKind, type RecordOf } from './recordKinds';

/** The owner of records, at a clinic: records are read and written only with both ids (D-08). */
export type Whose = { clinicId: string; userId: string };

const Row = type({ clinicId: string(), userId: string(), kind: string(), id: string(), saved_at: instant() });

const ListRow = type({ kind: literal('appointments'), value: array(Appointment) });

/**
 * Finds an appointment in an owner's saved lists, with when its list was saved. If both lists have it, the later copy
 * counts.
 */
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

const rowKey = ({ clinicId, userId }: Whose, kind: RecordKind, id: string) => [clinicId, userId, kind, id] as const;

/** Reads all saved copies of an owner at a clinic. */
export const loadCopies = async (whose: Whose): Promise<Copies> => copiesOf(await rowsOf(whose));

/** Reads the row of the client's record, unchecked. */
export const clientRow = (whose: Whose): Promise<unknown> => portalDb().records.get(rowKey(whose, 'client', ''));

/** Reads all rows of an owner at a clinic, unchecked. */
export const rowsOf = (whose: Whose): Promise<unknown[]> => range(whose).toArray();

/** The copies in an owner's rows. Rows of another shape are left out: the next load replaces them. */
export function copiesOf(rows: readonly unknown[]): Copies {
  const copies: Record<string, { value: unknown; savedAt: string }> = {};
  for (const row of rows) {
    if (!is(row, Row) || !isKind(row.kind)) continue;
    const value = (row as { value?: unknown }).value;
    if (is(value, structs[row.kind] as Struct<unknown>))
      copies[keyOf(row.kind, row.id)] = { value, savedAt: row.saved_at };
  }
  return copies;
}

/**
 * Saves one row. Saving the client's record also deletes rows of pets that are no longer shown (D-120, D-415). What is
 * saved of a refill never goes back, whatever order replies arrive in (D-424).
 */
export async function saveCopy<K extends RecordKind>(
  whose: Whose,
  kind: K,
  id: string,
  value: RecordOf<K>,
  savedAt: string,
): Promise<void> {
  const { records } = portalDb();
  await portalDb().transaction('rw', records, async () => {
    const known =
      kind === 'refills' ? copyOf(copiesOf([await records.get(rowKey(whose, kind, id))]), 'refills', id) : null;
    const kept = known ? refillsKnown(known.value, value as RecordOf<'refills'>) : value;
    await records.put({ ...whose, kind, id, value: kept, saved_at: savedAt });
    if (kind !== 'client') return;
    const pets = new Set(
      ((value as RecordOf<'client'>)?.patients ?? []).flatMap((pet) => (pet.deceased_at ? [] : pet.id)),
    );
    await range(whose)
      .filter((row) => is(row, Row) && (row.kind === 'vaccinations' || row.kind === 'medications') && !pets.has(row.id))
      .delete();
  });
}

/** Replaces a changed appointment in the saved lists; when each list was saved stays as it was. */
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
