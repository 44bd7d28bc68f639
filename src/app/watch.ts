import { keepInstallOffer } from '../features/install/offer';
import { watchRequests } from './requests';
import { onPageEntered } from './pageEntered';
import type { Store } from './store';
import { reportErrors, tellTelemetry } from './telemetry';
import { watchVisit } from './visit';

/** Sends requests that wait (D-05), keeps the browser's offer to install (D-306), and starts what is told of a visit, to the clinic and to whom the settings name (TRACK-01 to TRACK-06). Its code comes after the first screen. */
export function watch(store: Store): void {
  watchRequests(store);
  keepInstallOffer();
  watchVisit(store);
  reportErrors(store);
  onPageEntered((pathname) => tellTelemetry(store, (telemetry, clinicId) => telemetry.page(clinicId, pathname)));
}
