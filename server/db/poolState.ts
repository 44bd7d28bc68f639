/** How the connections to a database are used: those with a statement or transaction, idle ones, and who waits for one. */
export type PoolState = { most: number; used: number; idle: number; waiting: number };

const states = new WeakMap<object, () => PoolState>();

/** Makes the state of a database's connections known. */
export const knownPool = <D extends object>(db: D, state: () => PoolState): D => {
  states.set(db, state);
  return db;
};

/** The state of a database's connections now; null for one that nothing is known of. */
export const poolOf = (db: object): PoolState | null => states.get(db)?.() ?? null;
