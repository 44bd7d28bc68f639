import type { ClinicFile } from '../file/file';
import type { PathPart } from './faults';

/** A clinic file in which any field may be missing, because it failed its own check. */
export type Draft = Loose<ClinicFile>;
type Loose<T> = T extends readonly (infer One)[]
  ? (Loose<One> | undefined)[]
  : T extends object
    ? { [K in keyof T]?: Loose<T[K]> | undefined }
    : T;
type RowIn<L> = NonNullable<L> extends (infer One)[] ? NonNullable<One> : never;

export type DraftProduct = RowIn<Draft['products']>;
export type DraftProvider = RowIn<Draft['providers']>;
export type DraftAppointment = RowIn<Draft['appointments']>;
export type DraftClient = RowIn<Draft['clients']>;

/** A record with its path in the file. */
export type Placed<T> = { row: T; at: PathPart[] };

export type Say = (at: PathPart[], message: string) => void;

/** Returns the records of a list with their paths; none for an absent list. */
export function rowsOf<T>(list: T[] | null | undefined, ...at: PathPart[]): Placed<NonNullable<T>>[] {
  return (list ?? []).flatMap((row, index) => (row === undefined || row === null ? [] : [{ row, at: [...at, index] }]));
}
