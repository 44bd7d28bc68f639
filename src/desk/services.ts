import { deviceNow } from '../offline/clock';
import { apiBase } from './first/base';

/** The outside world of the desk; the store gives it to every thunk as its extra argument. */
export type Services = {
  /** Prefix of the API: `/api`. */
  base: string;
  /** The device's clock, milliseconds since 1970. */
  now(): number;
  /** Makes a version 4 uuid. */
  uuid(): string;
};

export const browserServices = (): Services => ({
  base: apiBase,
  now: deviceNow,
  uuid: () => crypto.randomUUID(),
});
