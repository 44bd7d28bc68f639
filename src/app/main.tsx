import { createRoot } from 'react-dom/client';
import { watchConnection } from '../api/probe';
import { entryParams } from '../features/booking/entryParams';
import { openBooking } from '../features/booking/open';
import { savedSkin, showSkin } from '../ui/skin';
import '../ui/tokens.css';
import '../ui/base.css';
import { clinicOf } from './address';
import { App } from './App';
import { rememberStates } from './early';
import { whenIdle } from './idle';
import { openClinic, pageShop } from './openClinic';
import { browserServices } from './services';
import { makeStore } from './store';
import { newVersionReady, startWorker } from './worker';

/** Starts the page: the clinic and the booking are open before the first draw, from the page itself or the device. */
async function start(): Promise<void> {
  showSkin(savedSkin());
  const services = browserServices();
  const store = makeStore(services);
  const { pathname, search } = location;
  const clinicId = clinicOf(pathname);
  if (clinicId) {
    await store.dispatch(openClinic(clinicId, pageShop(clinicId)));
    if (pathname === `/${clinicId}`) await store.dispatch(openBooking(pathname + search, entryParams(new URLSearchParams(search))));
  }
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App store={store} />);
  watchConnection(store, services);
  const early = rememberStates(store);
  void whenIdle()
    .then(() => import('./watch'))
    .then(({ watch }) => watch(store, early.states), () => undefined)
    .then(early.stop);
  startWorker(() => void store.dispatch(newVersionReady()));
}

void start();
