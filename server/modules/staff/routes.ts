import type { Handled } from '../../calls/handlers';
import { memberRoutes } from './members';
import { passkeyRoutes } from './passkeys';
import { signIn, signInRoutes, type CountWaiting } from './signIn';

/** The desk's people: who they are, at which clinics, and what they did. */
export const routes = (countWaiting: CountWaiting): Handled[] => [
  ...signInRoutes(countWaiting),
  ...passkeyRoutes((call, person) => signIn(call.services.db, call, person, countWaiting)),
  ...memberRoutes,
];
