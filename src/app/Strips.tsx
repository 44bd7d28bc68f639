import { lazy, Suspense, type ReactNode } from 'react';
import { offlineBanner, selectIsOnline } from '../api/connection';
import { cannotSave, selectCanSave } from '../api/storage';
import { selectOwner, selectClinicId } from '../api/session';
import { selectBooking } from '../features/booking/slice';
import { savedKinds } from '../offline/marker';
import { Banner } from '../ui/Banner';
import { AlertIcon } from '../ui/icons/booking';
import { CloudOffIcon, RedoIcon } from '../ui/icons/frame';
import { selectIsNewVersionReady, updateNow } from './worker';
import { useAppSelector } from './store';

const Offline = () => <Banner icon={<CloudOffIcon />}>{offlineBanner}</Banner>;
/** With the count of waiting requests where its code is on the device. */
const OfflineStrip = lazy(() => import('../features/requests/Strips').then((file) => ({ default: file.OfflineStrip }), () => ({ default: Offline })));
const SignInStrip = lazy(() => import('../features/requests/Strips').then((file) => ({ default: file.SignInStrip as (props: { clinicId: string }) => ReactNode }), () => ({ default: () => null })));

/** What the app says about itself below the bar: offline, a new version, a browser that keeps nothing. */
export function Strips() {
  const isOnline = useAppSelector(selectIsOnline);
  const isNewVersionReady = useAppSelector(selectIsNewVersionReady);
  const clinicId = useAppSelector(selectClinicId);
  const owner = useAppSelector(selectOwner);
  const hasAsked = clinicId !== null && savedKinds(clinicId).has('outbox');
  const canSave = useAppSelector(selectCanSave);
  const { isOpen, position } = useAppSelector(selectBooking);
  const isBooking = isOpen && position.step !== 'client-type' && position.step !== 'success';
  return (
    <>
      {!isOnline && (hasAsked ? <Suspense fallback={<Offline />}><OfflineStrip /></Suspense> : <Offline />)}
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
