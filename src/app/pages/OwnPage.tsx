import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import { lastClinic } from '../../offline/marker';
import { selectOwner } from '../../state/session';
import { useAppDispatch, useAppSelector } from '../../state/store';
import { lazyView } from '../../ui/behaviour/lazyView';
import { ClinicGate } from '../clinic/ClinicGate';
import { useShop } from '../clinic/shopContext';
import { NotAuthorized, NotFound } from './NotFound';
import { Message } from './Message';

const LoginPage = lazyView(() => import('../../features/signIn/LoginPage').then((file) => file.LoginPage));

const pages: Readonly<Record<string, ComponentType>> = {
  '': Home,
  login: Login,
  clinician: Clinician,
  'misc/not-authorized': NotAuthorized,
};

/** A page of no clinic; `path` is its address without the first slash. */
export function OwnPage({ path }: { path: string }) {
  const Page = pages[path] ?? NotFound;
  return <Page />;
}

/** Leads from the address without a clinic to the clinic visited last (D-45). */
function Home() {
  const clinicId = lastClinic();
  return clinicId ? <Navigate to={`/${clinicId}`} replace /> : <NotFound>{NO_CLINIC}</NotFound>;
}

const NO_CLINIC = 'Open the link from your clinic.';

/**
 * The last clinic's password screens, without its frame; the one page closed to signed-in owners (ROUTE-02, ROUTE-16,
 * D-43).
 */
function Login() {
  const [clinicId] = useState(lastClinic);
  if (!clinicId) return <Message title="Sign in">{NO_CLINIC}</Message>;
  return (
    <ClinicGate clinicId={clinicId} blank>
      <LoginGuard />
    </ClinicGate>
  );
}

function LoginGuard() {
  const shop = useShop();
  const owner = useAppSelector(selectOwner);
  return owner ? (
    <Navigate to={`/${shop.id}`} replace />
  ) : (
    <Suspense>
      <LoginPage shop={shop} />
    </Suspense>
  );
}

/** The last clinic's booking, at the form if the draft has all that is needed (ROUTE-12, D-41). */
function Clinician() {
  const [clinicId] = useState(lastClinic);
  const [isReady, setReady] = useState(false);
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!clinicId) return;
    void import('../../features/booking/open/resumeAtForm')
      .then(({ resumeAtForm }) => dispatch(resumeAtForm(clinicId)))
      .catch(() => undefined)
      .then(() => setReady(true));
  }, [clinicId, dispatch]);
  if (!clinicId) return <NotFound />;
  return isReady ? <Navigate to={`/${clinicId}`} replace /> : null;
}
