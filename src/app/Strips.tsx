import { lazy, Suspense, type ReactNode } from 'react';
import { offlineBanner, selectIsOnline } from '../api/connection';
import { cannotSave, offlineUnsaved, selectCanSave } from '../api/storage';
import { selectOwner, selectClinicId, selectReader } from '../api/session';
import { selectBooking } from '../features/booking/slice';
import { savedKinds } from '../offline/marker';
import { Banner } from '../ui/Banner';
import { AlertIcon } from '../ui/icons/booking';
import { CloudOffIcon, RedoIcon } from '../ui/icons/frame';
import type { PortalPage } from './frame/portal';
import { selectIsNewVersionReady, updateNow } from './worker';
import { useAppSelector } from './store';

const Offline = () => <Banner icon={<CloudOffIcon />}>{offlineBanner}</Banner>;
/** With the count of waiting requests where its code is on the device. */
const OfflineStrip = lazy(() => import('../features/requests/Strips').then((file) => ({ default: file.OfflineStrip }), () => ({ default: Offline })));
const RefreshStrip = lazy(() => import('./RefreshStrip').then((file) => ({ default: file.RefreshStrip as (props: { page: 'pets' | 'appointments' }) => ReactNode }), () => ({ default: () => null })));
const SignInStrip = lazy(() => import('../features/requests/Strips').then((file) => ({ default: file.SignInStrip as (props: { clinicId: string }) => ReactNode }), () => ({ default: () => null })));

/** What the app says about itself below the bar: offline, a new version, a browser that keeps nothing. */
export function Strips({ page }: { page?: PortalPage | undefined }) {
  const isOnline = useAppSelector(selectIsOnline);
  const isNewVersionReady = useAppSelector(selectIsNewVersionReady);
  const clinicId = useAppSelector(selectClinicId);
  const owner = useAppSelector(selectOwner);
  const hasAsked = clinicId !== null && savedKinds(clinicId).has('outbox');
  const reader = useAppSelector(selectReader);
  const isOutOfDate = isOnline && !owner && reader !== null && (page === 'pets' || page === 'appointments');
  const canSave = useAppSelector(selectCanSave);
  const { isOpen, position } = useAppSelector(selectBooking);
  const isBooking = isOpen && position.step !== 'client-type' && position.step !== 'success';
  return (
    <>
      {!isOnline && !canSave && <Banner icon={<CloudOffIcon />}>{offlineUnsaved}</Banner>}
      {!isOnline && canSave && (hasAsked ? <Suspense fallback={<Offline />}><OfflineStrip /></Suspense> : <Offline />)}
      {isOutOfDate && <Suspense><RefreshStrip page={page} /></Suspense>}
      {isOnline && hasAsked && !owner && clinicId && <Suspense><SignInStrip clinicId={clinicId} /></Suspense>}
      {isNewVersionReady && (
        <Banner icon={<RedoIcon />} action={{ text: 'Update', onPress: updateNow }}>
          A new version is ready
        </Banner>
      )}
      {!canSave && isBooking && <Banner icon={<AlertIcon />}>{cannotSave}</Banner>}
    </>
  );
}
