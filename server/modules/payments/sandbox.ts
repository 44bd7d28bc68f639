import type { Sandbox } from '../../gateways/sandbox/cards';
import type { Services } from '../../services';
import { hearEvent } from './hear';

/** The sandbox provider as this process runs it: its events are heard as a webhook's would be. */
export const sandboxFor = (services: Services): Sandbox => ({
  db: services.db,
  clock: services.clock,
  publicUrl: services.config.publicUrl,
  tell: (event) => hearEvent(services, event),
});
