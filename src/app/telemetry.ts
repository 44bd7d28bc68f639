import { selectShop } from '../api/clinic';
import type { Telemetry } from '../features/tracking/telemetry';
import type { Store } from './store';

let loading: { key: string; telemetry: Promise<Telemetry> } | null = null;

/** Tells the receivers that the server's settings name; without any nothing is loaded and nothing is said (D-131). */
export function tellTelemetry(store: Pick<Store, 'getState'>, tell: (telemetry: Telemetry, clinicId: string | null) => void): void {
  const state = store.getState();
  const { analytics_url, sentry_dsn } = selectShop(state)?.client_config ?? {};
  if (!analytics_url && !sentry_dsn) return;
  const key = `${analytics_url} ${sentry_dsn}`;
  if (loading?.key !== key) loading = { key, telemetry: load({ analytics_url, sentry_dsn }) };
  void loading.telemetry.then((telemetry) => tell(telemetry, state.session.clinicId)).catch(() => undefined);
}

async function load(settings: { analytics_url: string | undefined; sentry_dsn: string | undefined }): Promise<Telemetry> {
  const [{ telemetry }, { providersOf }] = await Promise.all([import('../features/tracking/telemetry'), import('../features/tracking/providers')]);
  return telemetry(providersOf(settings));
}

/** Reports what nobody caught (TRACK-04). Returns what stops it. */
export function reportErrors(store: Pick<Store, 'getState'>): () => void {
  const onError = (event: ErrorEvent) => tellTelemetry(store, (telemetry) => telemetry.error(event.error));
  const onRejection = (event: PromiseRejectionEvent) => tellTelemetry(store, (telemetry) => telemetry.error(event.reason));
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}
