import type { Page } from '@playwright/test';

/** Returns the rows of a table of one of the page's databases, as text; no rows where there is no such table. */
export const savedRows = (page: Page, database: string, table: string): Promise<string> =>
  page.evaluate(
    ([name, store]) =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => resolve('');
        opening.onsuccess = () => {
          const opened = opening.result;
          const reading = opened.objectStoreNames.contains(store)
            ? opened.transaction(store).objectStore(store).getAll()
            : null;
          const done = (rows: unknown) => {
            opened.close();
            resolve(JSON.stringify(rows));
          };
          if (reading === null) return done([]);
          reading.onsuccess = () => done(reading.result);
        };
      }),
    [database, table] as const,
  );
