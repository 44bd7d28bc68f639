import { offlineBanner, selectIsOnline } from '../../state/connection';
import { useAppSelector } from '../../state/store';
import { Banner } from '../../ui/feedback/Banner';
import { CloudOffIcon } from '../../ui/icons/frame';

/** The offline strip, which must work when no more code can be loaded. */
export const Offline = () =>
  useAppSelector(selectIsOnline) ? null : <Banner icon={<CloudOffIcon />}>{offlineBanner}</Banner>;
