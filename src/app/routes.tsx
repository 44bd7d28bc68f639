import { Suspense, type ComponentType, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { lazyView } from '../ui/behaviour/lazyView';
import { selectOwner, selectReader } from '../state/session';
import { pageAt, type ClinicPage } from '../contract/pages';
import type { Redirect } from '../domain/booking/steps';
import { clinicOf } from '../contract/clinicAddress';
import { BookingRoute } from './pages/BookingRoute';
import { ClinicGate, fetchPortalFrame } from './clinic/ClinicGate';
import type { PortalPage } from './frame/portalMenus';
import { useShop, useTextUs } from './clinic/shopContext';
import { Strips } from './frame/Strips';
import { useAppSelector } from '../state/store';

const AppointmentsPage = lazyView(() =>
  import('../features/appointments/AppointmentsPage').then((file) => file.AppointmentsPage),
);
const AppointmentPage = lazyView(() =>
  import('../features/appointments/AppointmentPage').then((file) => file.AppointmentPage),
);
const Reschedule = lazyView(() => import('./pages/RescheduleRoute').then((file) => file.Reschedule));
const PetsPage = lazyView(() => import('../features/pets/PetsPage').then((file) => file.PetsPage));
const CertificatePage = lazyView(() =>
  import('../features/pets/certificate/CertificatePage').then((file) => file.CertificatePage),
);
const Account = lazyView(() => import('./pages/AccountRoute').then((file) => file.Account));

/** The pages with which an installed portal can open. */
const installed = [
  ['/pets', PetsPage],
  ['/appointments', AppointmentsPage],
] as const;

/**
 * Loads the code of the page that the portal opens with, while the device is read (D-11). If the code is saved on the
 * device, resolves once it is loaded, so that the page is drawn first; otherwise at once. Resolves to whether the page
 * is there.
 */
export async function fetchAhead(pathname: string): Promise<boolean> {
  const opened = installed.find(([end]) => pathname.endsWith(end))?.[1];
  if (!opened) return false;
  const isFetched = Promise.allSettled([opened.fetch(), fetchPortalFrame()]);
  if (!navigator.serviceWorker?.controller) return false;
  await isFetched;
  return true;
}

/**
 * Who may see a clinic's page: everybody, a signed-in owner, or also the reader whose session ran out (D-01). Others go
 * to the booking page with this `redirect` (ROUTE-06 to 11, 15, D-34).
 */
type Meta = { access: 'public' } | { access: 'owner' | 'reader'; redirect: Redirect | null };
/** A page of a clinic; without `meta` only the owner may see it (ROUTE-17, D-35). */
type ClinicRoute = { meta?: Meta; page?: PortalPage; blank?: boolean; view: (id: string) => ReactNode };

/** The pages by their names; `view` takes what stands for the open segment of the page's path, if it has one. */
const clinicRoutes: Readonly<Record<ClinicPage, ClinicRoute>> = {
  booking: { meta: { access: 'public' }, page: 'book', view: () => <BookingRoute paymentId={null} /> },
  appointments: {
    meta: { access: 'reader', redirect: 'appointments' },
    page: 'appointments',
    view: () => <Portal view={AppointmentsPage} />,
  },
  appointment: {
    meta: { access: 'reader', redirect: 'appointments' },
    page: 'appointments',
    view: (id) => <Appointment id={id} />,
  },
  reschedule: {
    meta: { access: 'owner', redirect: 'appointments' },
    page: 'appointments',
    view: (id) => <Reschedule appointmentId={id} />,
  },
  account: { meta: { access: 'owner', redirect: null }, page: 'account', view: () => <Account /> },
  pets: { meta: { access: 'reader', redirect: 'pets' }, page: 'pets', view: () => <Portal view={PetsPage} /> },
  certificate: {
    meta: { access: 'reader', redirect: 'pets' },
    blank: true,
    view: (id) => <Certificate patientId={id} />,
  },
  payment: { meta: { access: 'public' }, view: (id) => <BookingRoute paymentId={id} /> },
};

const OwnPage = lazyView(() => import('./pages/OwnPage').then((file) => file.OwnPage));

/** Every address of the portal (docs/product.md, Addresses and pages). */
export function AppRoutes() {
  const { pathname } = useLocation();
  const [first = '', ...rest] = pathname.split('/').filter((segment) => segment !== '');
  const found = clinicOf(pathname) === null ? null : pageAt(rest.map(decoded));
  if (!found)
    return (
      <Suspense>
        <OwnPage path={first === 'admin' ? first : [first, ...rest].join('/')} />
      </Suspense>
    );
  const { meta = { access: 'owner', redirect: null }, page, blank, view } = clinicRoutes[found.page];
  return (
    <ClinicGate clinicId={first} page={page} blank={blank}>
      <Guard clinicId={first} meta={meta}>
        {view(found.id)}
      </Guard>
    </ClinicGate>
  );
}

/** A segment of an address in plain text; as it is where its escapes are wrong. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function Guard({ clinicId, meta, children }: { clinicId: string; meta: Meta; children: ReactNode }) {
  const owner = useAppSelector(selectOwner);
  const reader = useAppSelector(selectReader);
  if (meta.access === 'public' || owner || (meta.access === 'reader' && reader)) return <Suspense>{children}</Suspense>;
  return <Navigate to={`/${clinicId}${meta.redirect ? `?redirect=${meta.redirect}` : ''}`} replace />;
}

type PortalView = (props: { shop: ReturnType<typeof useShop>; onTextUs: () => void }) => ReactNode;

/** Gives a portal page its clinic and the function that opens the text-us panel. */
function Portal({ view: View }: { view: PortalView | ComponentType<Parameters<PortalView>[0]> }) {
  return <View shop={useShop()} onTextUs={useTextUs()} />;
}

function Appointment({ id }: { id: string }) {
  return <AppointmentPage shop={useShop()} appointmentId={id} />;
}

/** The certificate page, which has no frame and so shows the app's strips itself. */
function Certificate({ patientId }: { patientId: string }) {
  return <CertificatePage shop={useShop()} patientId={patientId} strips={<Strips page="pets" />} />;
}
