import { watchConnection } from '../api/probe';
import { entryParams } from '../features/booking/open/entryParams';
import { openBooking } from '../features/booking/open/openBooking';
import { isReachable } from '../offline/health';
import { savedSkin, showSkin } from '../ui/look/skin';
import '../ui/look/tokens.css';
import '../ui/look/base.css';
import '../ui/layout/common.module.css';
// The server draws with these before the code that names their classes is there (src/shared/clinic/lazyParts.tsx).
import '../shared/clinic/BusinessHours.module.css';
import '../shared/clinic/ContactInfo.module.css';
import '../ui/feedback/Toaster.module.css';
import '../ui/navigation/ScrollToTop.module.css';
import '../ui/peek/Peek.module.css';
import './start/late.css';
import { clinicOf } from '../contract/clinicAddress';
import { nextStep, rememberEarly, rememberErrors } from './telemetry/earlyEvents';
import { whenIdle } from './start/whenIdle';
import { whenNeeded } from './start/whenNeeded';
import { mount } from './start/mount';
import { fetchDevice, openClinic, recallClinic } from './clinic/openClinic';
import { pageData } from './start/pageData';
import { fetchAhead } from './routes';
import { browserServices } from './start/services';
import { makeStore, type Store } from './store';
import { selectReader } from '../state/session';
import type { AppThunk } from '../state/store';
import { nextTask } from './start/nextTask';
import { newVersionReady, startWorker } from './updates/newVersion';

/** Starts the app: opens the clinic and the booking, from the page's data or the device, before the first draw. */
async function start(): Promise<void> {
  const errors = rememberErrors();
  const { pathname, search } = location;
  const clinicId = clinicOf(pathname);
  const ahead = clinicId ? fetchAhead(pathname) : null;
  if (clinicId) fetchDevice(clinicId);
  await nextTask();
  const page = clinicId ? pageData(clinicId) : null;
  showSkin(savedSkin());
  const services = browserServices();
  const store = makeStore(services);
  await nextTask();
  if (clinicId) {
    await store.dispatch(openClinic(clinicId, page?.shop ?? null));
    if ((await ahead) && selectReader(store.getState())) await readRows(store);
    if (pathname === `/${clinicId}`) {
      const params = entryParams(new URLSearchParams(search));
      // A reload or a return continues the booking begun here; a followed link begins a new one (QUERY-06).
      const isFollowed = performance
        .getEntriesByType('navigation')
        .some((way) => (way as PerformanceNavigationTiming).type === 'navigate');
      await store.dispatch(openBooking(pathname + search, params, isFollowed && params.appointment.length > 0));
    }
  } else await recallClinic();
  await nextTask();
  const root = document.getElementById('root');
  if (root) await mount(root, store, page);
  watchConnection(store, services);
  const early = rememberEarly(store, errors);
  const follow = (): Promise<void> =>
    loadWatch().then(
      ({ watch }) => {
        early.stop();
        watch(store, early);
      },
      () => void nextStep(store).then(follow),
    );
  void whenNeeded(store).then(follow);
  startWorker(
    whenIdle(),
    () => void store.dispatch(newVersionReady()),
    () => isReachable(services.base),
  );
}

/** Reads an owner's saved rows, so that the first draw has them: it takes the place of what the worker has drawn. */
const readRows = (store: Store): Promise<void> =>
  import('../api/records/records')
    .then(({ readCopies }) => store.dispatch(readCopies() as AppThunk<Promise<void>>))
    .catch(() => undefined);

/**
 * Loads the code of `watch`; what it imports is evaluated in earlier, separate tasks. One file of the contract brings
 * all of it that the owners' pages use; its list of all calls would bring the desk's as well (D-420).
 */
const loadWatch = async () => {
  await import('../contract/errors');
  await nextTask();
  await import('../api/api');
  await nextTask();
  return import('./watch');
};

void start();
