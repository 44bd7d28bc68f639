import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { selectOwner } from '../api/session';
import { lastClinic } from '../offline/marker';
import type { Redirect } from '../domain/booking/steps';
import { clinicOf } from './address';
import { BookingRoute } from './BookingRoute';
import { ClinicGate } from './ClinicGate';
import type { PortalPage } from './frame/portal';
import { NotAuthorized, NotFound } from './pages/Message';
import { useShop, useTextUs } from './shopContext';
import { useAppSelector } from './store';

const AppointmentsPage = lazy(() => import('../features/appointments/AppointmentsPage').then((file) => ({ default: file.AppointmentsPage })));
const AppointmentPage = lazy(() => import('../features/appointments/AppointmentPage').then((file) => ({ default: file.AppointmentPage })));
const ReschedulePage = lazy(() => import('../features/appointments/ReschedulePage').then((file) => ({ default: file.ReschedulePage })));
const PetsPage = lazy(() => import('../features/pets/PetsPage').then((file) => ({ default: file.PetsPage })));
const AccountPage = lazy(() => import('../features/account/AccountPage').then((file) => ({ default: file.AccountPage })));

/** Who a clinic's page is for: everybody, or the signed-in owner; and what the others are sent to the booking page with (ROUTE-06 to 11, 15, D-34). */
type Meta = { access: 'public' } | { access: 'owner'; redirect: Redirect | null };
type ClinicRoute = { path: string; meta: Meta; page?: PortalPage; view: ReactNode };

/** A clinic's pages. Named segments win over a payment link's id (D-39); deeper paths are nobody's. */
const clinicRoutes: readonly ClinicRoute[] = [
  { path: '/:clinicId', meta: { access: 'public' }, page: 'book', view: <BookingRoute /> },
  { path: '/:clinicId/appointments', meta: { access: 'owner', redirect: 'appointments' }, page: 'appointments', view: <Portal view={AppointmentsPage} /> },
  { path: '/:clinicId/appointments/:appointmentId', meta: { access: 'owner', redirect: 'appointments' }, page: 'appointments', view: <Portal view={AppointmentPage} /> },
  { path: '/:clinicId/appointments/:appointmentId/reschedule', meta: { access: 'owner', redirect: 'appointments' }, page: 'appointments', view: <Portal view={ReschedulePage} /> },
  { path: '/:clinicId/account', meta: { access: 'owner', redirect: null }, page: 'account', view: <Portal view={AccountPage} /> },
  { path: '/:clinicId/pets', meta: { access: 'owner', redirect: 'pets' }, page: 'pets', view: <Portal view={PetsPage} /> },
  // A payment link (ROUTE-04): no clinic takes payments yet, so there is none to find (D-40).
  { path: '/:clinicId/:paymentId', meta: { access: 'public' }, view: <NotFound /> },
];

/** Every address of section 2. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Home />} />
      <Route path="/login" element={<Home search="?redirect=pets" />} />
      <Route path="/clinician" element={<Home />} />
      <Route path="/admin/*" element={<Admin />} />
      <Route path="/misc/not-authorized" element={<NotAuthorized />} />
      {clinicRoutes.map(({ path, meta, page, view }) => (
        <Route key={path} path={path} element={<AtClinic page={page}><Guard meta={meta}>{view}</Guard></AtClinic>} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function AtClinic({ page, children }: { page: PortalPage | undefined; children: ReactNode }) {
  const { clinicId = '' } = useParams();
  if (clinicOf(`/${clinicId}`) === null) return <NotFound />;
  return <ClinicGate clinicId={clinicId} page={page}>{children}</ClinicGate>;
}

function Guard({ meta, children }: { meta: Meta; children: ReactNode }) {
  const { clinicId } = useParams();
  const owner = useAppSelector(selectOwner);
  if (meta.access === 'public' || owner) return <Suspense>{children}</Suspense>;
  return <Navigate to={`/${clinicId}${meta.redirect ? `?redirect=${meta.redirect}` : ''}`} replace />;
}

/** Addresses without a clinic lead to the one that was visited last (D-41, D-43, D-45). */
function Home({ search = '' }: { search?: string }) {
  const clinicId = lastClinic();
  return clinicId ? <Navigate to={`/${clinicId}${search}`} replace /> : <NotFound>Open the link from your clinic.</NotFound>;
}

/** There is no admin area: signed out it is the clinic's page, signed in it is not theirs (D-44). */
function Admin() {
  const clinicId = lastClinic();
  if (!clinicId) return <NotFound />;
  return <ClinicGate clinicId={clinicId}><AdminGuard clinicId={clinicId} /></ClinicGate>;
}

function AdminGuard({ clinicId }: { clinicId: string }) {
  const owner = useAppSelector(selectOwner);
  return <Navigate to={owner ? '/misc/not-authorized' : `/${clinicId}`} replace />;
}

type PortalView = (props: { shop: ReturnType<typeof useShop>; onTextUs: () => void }) => ReactNode;

/** Gives a portal page its clinic and the text-us panel, which belong to the app. */
function Portal({ view: View }: { view: PortalView | ReturnType<typeof lazy<PortalView>> }) {
  return <View shop={useShop()} onTextUs={useTextUs()} />;
}
