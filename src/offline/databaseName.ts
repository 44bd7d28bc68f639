/** The name of the database (db.ts), in a file of its own so that code can look for it without loading Dexie. */
export const databaseName = 'portal';
