/** The one database (db.ts), by which it can be looked for without its code. */
export const databaseName = 'portal';
