import { selectShop } from '../../state/clinic';
import type { Step } from '../../domain/booking/steps';
import type { Whereabouts } from '../../domain/tracking/pages';
import type { Telemetry } from '../../features/tracking/telemetry';
import { onUncaught } from './earlyEvents';
import type { Store } from '../store';

type Loading = { key: string; telemetry: Promise<Telemetry>; ready: Telemetry | null };
let loading: Loading | null = null;

/**
 * Tells the receivers that the server's settings name; without any nothing is loaded and nothing is said (D-131). Once
 * their code is there, they hear it at once: a replay has to end before the next thing is on screen.
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

/** Code that did not come is asked for again with the next thing to tell. */
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

/** Follows where the owner is, so that a replay runs only where it may (TRACK-06, D-30). */
export function watchReplay(store: Pick<Store, 'getState' | 'subscribe'>): (pathname: string) => void {
  let pathname = location.pathname;
  let told = '';
  const look = () => {
    const { booking, connection, clinic } = store.getState();
    const isCardShown = booking.isOpen && withCard.has(booking.position.step);
    const now: Whereabouts = { pathname, isOnline: connection.isOnline, isCardShown };
    // Each step again: what did not come before may be there by then.
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

/** Reports what nobody caught, `earlier` too (TRACK-04). Returns what stops it. */
export function reportErrors(store: Pick<Store, 'getState'>, earlier: readonly unknown[] = []): () => void {
  const report = (error: unknown) => tellTelemetry(store, (telemetry) => telemetry.error(error));
  for (const error of earlier) report(error);
  return onUncaught(report);
}
