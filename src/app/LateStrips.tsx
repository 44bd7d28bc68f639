import { useNavigate } from 'react-router-dom';
import { SIGN_IN_TO_REFRESH } from '../api/blocked';
import { selectIsOnline } from '../api/connection';
import { selectClinicId, selectOwner, selectReader } from '../api/session';
import { selectCanSave } from '../api/storage';
import { selectBooking } from '../features/booking/slice';
import { OfflineStrip, SignInStrip } from '../features/requests/Strips';
import { savedKinds } from '../offline/marker';
import { Banner } from '../ui/Banner';
import { AlertIcon, ClockIcon } from '../ui/icons/booking';
import { CloudOffIcon } from '../ui/icons/frame';
import { useAppSelector } from './store';
import type { StripsProps } from './Strips';

/** Said while a booking is under way that would be lost with the page. */
const CANNOT_SAVE = "This browser can't save your booking. Keep this page open until you're done.";
/** The offline banner of a browser that keeps nothing, which must not promise what it cannot hold. */
const OFFLINE_UNSAVED = "You're offline, and this browser can't save records or requests.";

/** Offline, signed out over saved records or waiting requests, a browser that keeps nothing. */
export function LateStrips({ page }: StripsProps) {
  const isOnline = useAppSelector(selectIsOnline);
  const canSave = useAppSelector(selectCanSave);
  const clinicId = useAppSelector(selectClinicId);
  const owner = useAppSelector(selectOwner);
  const reader = useAppSelector(selectReader);
  const { isOpen, position } = useAppSelector(selectBooking);
  const isBooking = isOpen && position.step !== 'client-type' && position.step !== 'success';
  const isOutOfDate = isOnline && !owner && reader !== null;
  return (
    <>
      {!isOnline && (canSave ? <OfflineStrip /> : <Banner icon={<CloudOffIcon />}>{OFFLINE_UNSAVED}</Banner>)}
      {isOutOfDate && clinicId && (page === 'pets' || page === 'appointments') && <RefreshStrip clinicId={clinicId} page={page} />}
      {isOnline && !owner && clinicId && savedKinds(clinicId).has('outbox') && <SignInStrip clinicId={clinicId} />}
      {!canSave && isBooking && <Banner icon={<AlertIcon />}>{CANNOT_SAVE}</Banner>}
    </>
  );
}

/** Above the saved records of a session that ran out (D-01). Signing in leads back to them (D-09). */
function RefreshStrip({ clinicId, page }: { clinicId: string; page: 'pets' | 'appointments' }) {
  const navigate = useNavigate();
  return (
    <Banner icon={<ClockIcon />} action={{ text: SIGN_IN_TO_REFRESH, onPress: () => void navigate(`/${clinicId}?redirect=${page}`) }}>
      You have been signed out. These are your saved records.
    </Banner>
  );
}
