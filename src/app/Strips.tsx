import { offlineBanner, selectIsOnline } from '../api/connection';
import { cannotSave, selectCanSave } from '../api/storage';
import { selectBooking } from '../features/booking/slice';
import { Banner } from '../ui/Banner';
import { AlertIcon } from '../ui/icons/booking';
import { CloudOffIcon, RedoIcon } from '../ui/icons/frame';
import { selectIsNewVersionReady, updateNow } from './worker';
import { useAppSelector } from './store';

/** What the app says about itself below the bar: offline, a new version, a browser that keeps nothing. */
export function Strips() {
  const isOnline = useAppSelector(selectIsOnline);
  const isNewVersionReady = useAppSelector(selectIsNewVersionReady);
  const canSave = useAppSelector(selectCanSave);
  const { isOpen, position } = useAppSelector(selectBooking);
  const isBooking = isOpen && position.step !== 'client-type' && position.step !== 'success';
  return (
    <>
      {!isOnline && <Banner icon={<CloudOffIcon />}>{offlineBanner}</Banner>}
      {isNewVersionReady && (
        <Banner icon={<RedoIcon />} action={{ text: 'Update', onPress: updateNow }}>
          A new version is ready
        </Banner>
      )}
      {!canSave && isBooking && <Banner icon={<AlertIcon />}>{cannotSave}</Banner>}
    </>
  );
}
