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

/** Whether this browser can send and notify after the page is closed, and the owner was not asked yet (D-305). */
export async function canOfferNotice(): Promise<boolean> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return false;
  return (await registered())?.sync !== undefined;
}

/** Asks for permission to notify; only after a press. */
export const allowNotice = async (): Promise<void> => void (await Notification.requestPermission());

const registered = async (): Promise<Syncing | undefined> =>
  'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
