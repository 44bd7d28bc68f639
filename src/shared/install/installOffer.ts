/** The browser's install event, which comes soon after loading and can be shown once. */
type Offer = Event & { prompt(): Promise<unknown> };
const isOffer = (event: Event): event is Offer => 'prompt' in event && typeof event.prompt === 'function';

let offer: Offer | null = null;
const listeners = new Set<() => void>();
const change = (next: Offer | null): void => {
  offer = next;
  listeners.forEach((listener) => listener());
};

/** Saves the browser's install offer for later, and drops it once the portal is installed (D-306). Called once. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    event.preventDefault();
    change(event);
  });
  window.addEventListener('appinstalled', () => change(null));
}

export const installOffer = (): Offer | null => offer;

/** Calls `listener` when an offer comes or goes. Returns a function that stops it. */
export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows the browser's prompt; the offer is used up whatever the answer. */
export async function showInstallPrompt(): Promise<void> {
  const shown = offer;
  change(null);
  await shown?.prompt();
}

/**
 * Whether this is Safari on iOS, not installed, where only the share sheet installs; `standalone` exists only there.
 */
export const needsShareSheet = (): boolean => (navigator as Navigator & { standalone?: boolean }).standalone === false;
