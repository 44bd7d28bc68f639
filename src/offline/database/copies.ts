import type { RecordKind, RecordOf } from './recordKinds';

/** A copy and when it was saved, an ISO instant. */
export type Copy<K extends RecordKind> = { value: RecordOf<K>; savedAt: string };
/** An owner's copies by kind and id; read one with `copyOf`. In a file of its own, as what draws them has no database. */
export type Copies = { readonly [key: string]: { value: unknown; savedAt: string } };

export const keyOf = (kind: RecordKind, id: string): string => `${kind}/${id}`;

/** Finds a copy among an owner's, null where there is none. Rows were checked when they were read. */
export const copyOf = <K extends RecordKind>(copies: Copies, kind: K, id: string): Copy<K> | null =>
  (copies[keyOf(kind, id)] as Copy<K> | undefined) ?? null;
