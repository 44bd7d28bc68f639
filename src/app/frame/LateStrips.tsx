import { selectIsOnline } from '../../state/connection';
import { selectClinicId, selectOwner, selectReader } from '../../state/session';
import { selectCanSave } from '../../state/storageHealth';
import type { Step } from '../../domain/booking/steps';
import { selectBooking } from '../../features/booking/store/slice';
import { OfflineStrip, RefreshStrip, SignInStrip } from '../../shared/requests/RequestStrips';
import { savedKinds } from '../../offline/marker';
import { Banner } from '../../ui/feedback/Banner';
import { AlertIcon } from '../../ui/icons/booking';
import { CloudOffIcon } from '../../ui/icons/frame';
import { useAppSelector } from '../../state/store';
import type { PortalPage } from './portalMenus';

/** Shown during a booking in a browser that cannot save it. */
const CANNOT_SAVE = "This browser can't save your booking. Keep this page open until you're done.";
/** The offline banner of a browser that cannot save: it promises no saved records or requests. */
const OFFLINE_UNSAVED = "You're offline, and this browser can't save records or requests.";

/** Steps at which an owner is signing in. */
const signInSteps: ReadonlySet<Step> = new Set<Step>([
  'returning-info',
  'verification',
  'login',
  'sign-up',
  'forgot-password',
]);

/** Shows the strips: offline, sign in to refresh or to send requests, a browser that cannot save. */
export function LateStrips({ page }: { page?: PortalPage | undefined }) {
  const isOnline = useAppSelector(selectIsOnline);
  const canSave = useAppSelector(selectCanSave);
  const clinicId = useAppSelector(selectClinicId);
  const owner = useAppSelector(selectOwner);
  const reader = useAppSelector(selectReader);
  const { isOpen, position } = useAppSelector(selectBooking);
  const isBooking = isOpen && position.step !== 'client-type' && position.step !== 'success';
  const isSigningIn = isOpen && signInSteps.has(position.step);
  const isOutOfDate = !owner && reader !== null && (page === 'pets' || page === 'appointments');
  return (
    <>
      {!isOnline && (canSave ? <OfflineStrip /> : <Banner icon={<CloudOffIcon />}>{OFFLINE_UNSAVED}</Banner>)}
      {isOnline && clinicId && isOutOfDate && <RefreshStrip clinicId={clinicId} page={page} />}
      {isOnline && clinicId && !owner && !isOutOfDate && savedKinds(clinicId).has('outbox') && (
        <SignInStrip clinicId={clinicId} isSigningIn={isSigningIn} />
      )}
      {!canSave && isBooking && <Banner icon={<AlertIcon />}>{CANNOT_SAVE}</Banner>}
    </>
  );
}
