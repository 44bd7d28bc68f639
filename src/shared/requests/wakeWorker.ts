type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** The name under which the worker is woken to send (D-05). */
export const syncTag = 'outbox';

/** Asks the browser to wake the worker when there is a network, where it can; nothing is promised where it cannot (D-05). */
export async function wakeWorker(): Promise<void> {
  try {
    const registration = await registered();
    await registration?.sync?.register(syncTag);
  } catch {
    // Refused by a setting or a private mode: the page sends when it is open.
  }
}

/** Whether this browser sends behind a closed page and can say so, and the owner has not been asked yet (D-305). */
export async function canOfferNotice(): Promise<boolean> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return false;
  return (await registered())?.sync !== undefined;
}

/** Asks for the permission to notify; after a press only. */
export const allowNotice = async (): Promise<void> => void (await Notification.requestPermission());

const registered = async (): Promise<Syncing | undefined> =>
  'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
