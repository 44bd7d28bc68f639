import { selectReader } from '../state/session';
import { keepInstallOffer } from '../shared/install/installOffer';
import { keepFocus } from '../ui/behaviour/keepFocus';
import { tellBusy } from '../ui/behaviour/tellBusy';
import { watchRequests } from './device/watchRequests';
import { watchSleep } from './device/watchSleep';
import { onOwnerChange } from '../offline/tabs/channel';
import type { Early } from './telemetry/earlyEvents';
import { onPageEntered } from './telemetry/pageEntered';
import type { Store } from './store';
import { reportErrors, tellTelemetry, watchReplay } from './telemetry/telemetry';
import { watchVisit } from './telemetry/watchVisit';

/**
 * Starts what runs in the background of a page: sends waiting requests (D-05), detects sleep, keeps the browser's offer
 * to install (D-306) and focus in the page, says what takes a while, reports the visit (TRACK-01 to TRACK-06). Loaded
 * after the first screen; `earlier` is what happened until then.
 */
export function watch(store: Store, earlier: Early): void {
  watchRequests(store);
  watchSleep(store);
  keepInstallOffer();
  keepFocus();
  tellBusy();
  followOtherTabs(store);
  watchVisit(store, earlier.states);
  reportErrors(store, earlier.errors);
  const follow = watchReplay(store);
  onPageEntered((pathname) => {
    follow(pathname);
    tellTelemetry(store, (telemetry, clinicId) => telemetry.page(clinicId, pathname));
  });
}

/** Signs this tab out at once when the owner signs out or is replaced in another tab (D-308). */
function followOtherTabs(store: Store): void {
  onOwnerChange((clinicId, isWiped) => {
    if (selectReader(store.getState()) === null) return;
    void import('./device/otherTabs')
      .then(({ followOwner }) => store.dispatch(followOwner(clinicId, isWiped)))
      .catch(() => undefined);
  });
}
