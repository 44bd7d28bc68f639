import type { Handled } from '../../calls/handlers';
import { memberRoutes } from './members';
import { signInRoutes, type CountWaiting } from './signIn';

/** The desk's people: who they are, at which clinics, and what they did. */
export const routes = (countWaiting: CountWaiting): Handled[] => [...signInRoutes(countWaiting), ...memberRoutes];
