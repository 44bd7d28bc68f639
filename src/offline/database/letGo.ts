/** What is needed here of a database of Dexie's. */
type Open = {
  on(event: 'versionchange', react: () => boolean): unknown;
  close(options: { disableAutoOpen: boolean }): void;
};

/**
 * Has a database closed when another tab wants to delete it, or another version of the app, here or there, to open it,
 * which waits until all others let go; its next use opens it again. Dexie's own answer is the same, but it complains in
 * the console.
 */
export function letGoWhenAsked(db: Open): void {
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: false });
    return false;
  });
}
