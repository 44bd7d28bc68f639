import { startTransition } from 'react';
import { savedKinds } from '../../offline/marker';
import type { Shop } from '../../contract/shop';
import { fetchParts } from '../../shared/clinic/lazyParts';
import { App } from '../App';
import { createRoot, hydrateRoot, type Root } from './reactDom';
import type { PageData } from './pageData';
import type { Store } from '../store';

/**
 * Puts the app into its element. If the server drew exactly what the app would draw first, the app takes over those
 * elements; otherwise it draws its own, all at once in the place of what the worker may have drawn.
 */
export async function mount(root: Element, store: Store, page: PageData | null): Promise<Root> {
  const drawn = page?.now && root.hasChildNodes() && isAsDrawn(store, page.shop) ? page.now : null;
  if (drawn) return inShortTasks(() => hydrateRoot(root, <App store={store} drawn={drawn} />));
  // What the app draws itself appears whole.
  const [focus] = await Promise.allSettled([import('./keepFocus'), fetchParts()]);
  const own = createRoot(root);
  if (focus.status === 'fulfilled') focus.value.keepFocus(root);
  inShortTasks(() => own.render(<App store={store} />));
  return own;
}

/** Starts a draw that React splits into short tasks, so that input in between is handled. */
function inShortTasks<T>(begin: () => T): T {
  const begun: T[] = [];
  startTransition(() => void begun.push(begin()));
  return begun[0]!;
}

/**
 * Whether the app's first screen is a new visitor's, as drawn by the server, which knows neither the device's data nor
 * the query. In a browser that does not know the clinic's time zone, the opening times differ (D-413).
 */
function isAsDrawn(store: Store, { id, timezone }: Shop): boolean {
  const { booking, clinic } = store.getState();
  const { isOpen, position, leave } = booking;
  if (clinic.shop?.timezone !== timezone) return false;
  const kinds = savedKinds(id);
  const isNew = !kinds.has('session') && !kinds.has('outbox') && location.search === '';
  return isNew && isOpen && leave === null && position.step === 'client-type';
}
