import { selectShop } from '../../state/clinic';
import type { Step } from '../../domain/booking/steps';
import type { Whereabouts } from '../../domain/tracking/pages';
import type { Telemetry } from '../../features/tracking/telemetry';
import { onUncaught } from './earlyEvents';
import type { Store } from '../store';

type Loading = { key: string; telemetry: Promise<Telemetry>; ready: Telemetry | null };
let loading: Loading | null = null;

/**
 * Reports to the receivers that the server's settings name; without receivers loads and does nothing (D-131). Once
 * their code is loaded it is called synchronously: a replay must end before the next draw.
 */
export function tellTelemetry(
  store: Pick<Store, 'getState'>,
  tell: (telemetry: Telemetry, clinicId: string | null) => void,
): void {
  const state = store.getState();
  const { analytics_url, sentry_dsn } = selectShop(state)?.client_config ?? {};
  if (!analytics_url && !sentry_dsn) return;
  const key = `${analytics_url} ${sentry_dsn}`;
  if (loading?.key !== key) loading = load(key, { analytics_url, sentry_dsn });
  const { clinicId } = state.session;
  if (loading.ready) tell(loading.ready, clinicId);
  else void loading.telemetry.then((telemetry) => tell(telemetry, clinicId)).catch(() => undefined);
}

/** Loads the receivers' code; if that fails, the next report tries again. */
function load(key: string, settings: { analytics_url: string | undefined; sentry_dsn: string | undefined }): Loading {
  const forget = () => {
    if (loading === started) loading = null;
  };
  const started: Loading = { key, ready: null, telemetry: arrive() };
  async function arrive(): Promise<Telemetry> {
    try {
      const [{ telemetry }, { providersOf }] = await Promise.all([
        import('../../features/tracking/telemetry'),
        import('../../features/tracking/providers'),
      ]);
      const providers = await providersOf(settings);
      const arrived = telemetry(providers);
      if (settings.sentry_dsn && !providers.errors) forget();
      else started.ready = arrived;
      return arrived;
    } catch (error) {
      forget();
      throw error;
    }
  }
  return started;
}

/** Follows page and step, so that a session replay runs only where it is allowed (TRACK-06, D-30). */
export function watchReplay(store: Pick<Store, 'getState' | 'subscribe'>): (pathname: string) => void {
  let pathname = location.pathname;
  let told = '';
  const look = () => {
    const { booking, connection, clinic } = store.getState();
    const isCardShown = booking.isOpen && withCard.has(booking.position.step);
    const now: Whereabouts = { pathname, isOnline: connection.isOnline, isCardShown };
    // The key includes the step, so that each step tries again to load missing code.
    const key = JSON.stringify([now, booking.entered, clinic.shop?.client_config?.sentry_dsn]);
    if (key === told) return;
    told = key;
    tellTelemetry(store, (telemetry) => telemetry.whereabouts(now));
  };
  store.subscribe(look);
  look();
  return (entered) => {
    pathname = entered;
    look();
  };
}

/** Steps that may show a card's fields. */
const withCard: ReadonlySet<Step> = new Set<Step>(['deposit', 'insurance']);

/** Reports uncaught errors, including `earlier` ones (TRACK-04). Returns a function that stops it. */
export function reportErrors(store: Pick<Store, 'getState'>, earlier: readonly unknown[] = []): () => void {
  const report = (error: unknown) => tellTelemetry(store, (telemetry) => telemetry.error(error));
  for (const error of earlier) report(error);
  return onUncaught(report);
}
