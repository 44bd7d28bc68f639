import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { savedKinds } from '../../offline/marker';
import { App } from '../App';
import type { PageData } from './pageData';
import type { Store } from '../store';

/**
 * Puts the app into its element. Where the server has drawn just what the app would draw first, the app takes over the
 * elements that are on the screen already; else it draws its own.
 */
export function mount(root: Element, store: Store, page: PageData | null): Root {
  const drawn = page?.now && root.hasChildNodes() && isAsDrawn(store, page.shop.id) ? page.now : null;
  if (drawn) return inShortTasks(() => hydrateRoot(root, <App store={store} drawn={drawn} />));
  const own = createRoot(root);
  inShortTasks(() => own.render(<App store={store} />));
  return own;
}

/** Begins a draw that React spreads over several tasks: what the owner does in between is heard. */
function inShortTasks<T>(begin: () => T): T {
  const begun: T[] = [];
  startTransition(() => void begun.push(begin()));
  return begun[0]!;
}

/** Whether the first screen is the one for somebody new: the server knows neither what the device keeps nor what the query says. */
function isAsDrawn(store: Store, clinicId: string): boolean {
  const { isOpen, position, leave } = store.getState().booking;
  const kinds = savedKinds(clinicId);
  const isNew = !kinds.has('session') && !kinds.has('outbox') && location.search === '';
  return isNew && isOpen && leave === null && position.step === 'client-type';
}
