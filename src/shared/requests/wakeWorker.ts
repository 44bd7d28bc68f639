type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** The tag with which the browser wakes the worker to send (D-05). */
export const syncTag = 'outbox';

/** Asks the browser to wake the worker when there is a network; does nothing where the browser cannot (D-05). */
export async function wakeWorker(): Promise<void> {
  try {
    const registration = await registered();
    await registration?.sync?.register(syncTag);
  } catch {
    // A setting or private mode refuses; the page sends while it is open.
  }
}

const registered = async (): Promise<Syncing | undefined> =>
  'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
