import { beforeEach, vi } from 'vitest';
import { openClinic } from '../../../../src/app/clinic/openClinic';
import { makeStore } from '../../../../src/app/store';
import type { SignedIn } from '../../../../src/contract/auth';
import type { TimeSlot } from '../../../../src/contract/availability';
import type { Shop } from '../../../../src/contract/shop';
import { bookingApi } from '../../../../src/features/booking/api';
import { entryParams } from '../../../../src/features/booking/open/entryParams';
import { productsQuery, providersQuery } from '../../../../src/features/booking/store/facts';
import { openBooking } from '../../../../src/features/booking/open/openBooking';
import { speciesChosen, visitChosen } from '../../../../src/features/booking/store/slice';
import { loadSession } from '../../../../src/offline/database/session';
import { exampleShop } from '../../shop';
import { exam } from './steps/stepSupport';
import type { Services } from '../../../../src/state/services';

let visits = 0;

/** Each test has a clinic of its own: a page that an earlier one left open may still be writing its draft. */
export const clinicOfTest = (): string => `clinic-${visits}`;
beforeEach(() => void (visits += 1));
// Never idle: what a page fetches in its own time, as after a sign-in, would come between a test's calls on a busy machine.
beforeEach(() => void vi.stubGlobal('requestIdleCallback', () => 0));

export type Given = { base?: string; clinicId?: string; shop?: Partial<Shop>; query?: string; now?: () => number };

/** A page of the production app without its screens: the store, the clinic and the booking opened, as `main` does it. */
export async function openPage({
  base = 'http://127.0.0.1:9/api',
  clinicId = clinicOfTest(),
  shop = {},
  query = '',
  now = () => Date.now(),
}: Given = {}) {
  let count = 0;
  const services: Services = {
    base,
    now,
    uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    storedSession: (id: string): Promise<SignedIn | null> => loadSession(id),
    guest: { underWay: null },
    drafts: { loaded: null },
  };
  const store = makeStore(services);
  await store.dispatch(openClinic(clinicId, exampleShop({ id: clinicId, ...shop })));
  await store.dispatch(bookingApi.util.upsertQueryData('listProducts', productsQuery(null), [exam]));
  await store.dispatch(
    bookingApi.util.upsertQueryData('listProviders', providersQuery, { content: [{ id: 'ada', firstName: 'Ada' }] }),
  );
  await store.dispatch(openBooking(`/${clinicId}${query}`, entryParams(new URLSearchParams(query))));
  return { store, services, booking: () => store.getState().booking };
}
export type Page = Awaited<ReturnType<typeof openPage>>;

/** Dog, and the exam with any clinician. */
export function chooseExam({ store }: Page): void {
  store.dispatch(speciesChosen({ id: 'dog', name: 'Dog' }));
  store.dispatch(
    visitChosen({ group: { provider: null, products: [{ id: exam.id, name: exam.name }] }, isDropoff: false }),
  );
}

export const slot = (dateTime = '2026-11-25T16:30:00.000Z', label = '10:30am'): TimeSlot => ({
  label,
  value: dateTime,
  enabled: true,
  dateTime,
  provider_id: 'ada',
  room_id: null,
});
