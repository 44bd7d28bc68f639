import { configureStore, type Reducer } from '@reduxjs/toolkit';
import type { SignedIn } from '../../../src/contract/auth';
import '../../../src/api/api';
import { clinicOpened } from '../../../src/state/session';
import type { Services } from '../../../src/state/services';
import { lazyMiddleware, rootReducer, type RootState } from '../../../src/state/store';

export const guest = (token = 'guest-1'): SignedIn => ({
  token,
  user: {
    id: `user-${token}`,
    firstName: null,
    email: null,
    phoneCode: null,
    phoneNumber: null,
    avatar: null,
    is_guest: true,
  },
});

export const owner = (token = 'owner-1'): SignedIn => ({
  token,
  user: {
    id: 'user-riley',
    firstName: 'Riley Park',
    email: 'riley@example.com',
    phoneCode: '1',
    phoneNumber: '5125550142',
    avatar: null,
    is_guest: false,
  },
});

/** The production's services for a server at `base`; what is new is numbered. */
export function servicesAt(base: string, more: Partial<Services> = {}): Services {
  let count = 0;
  return {
    base,
    now: () => Date.now(),
    uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    storedSession: async () => null,
    guest: { underWay: null },
    drafts: { loaded: null },
    ...more,
  };
}

/** The API layer alone, in the production's composition, against a server at `base`; opened at `oakwood`. */
export function apiStore(base: string, saved: SignedIn | null = null, more: Partial<Services> = {}) {
  const services = servicesAt(base, more);
  const store = configureStore({
    reducer: rootReducer as Reducer<RootState>,
    middleware: (all) => all({ thunk: { extraArgument: services } }).prepend(lazyMiddleware.middleware),
  });
  store.dispatch(clinicOpened({ clinicId: 'oakwood', saved }));
  return store;
}
