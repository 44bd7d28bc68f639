import { lazy, Suspense, type ReactNode } from 'react';
import { offlineBanner, selectIsOnline } from '../../state/connection';
import { selectSession } from '../../state/session';
import { selectCanSave } from '../../state/storageHealth';
import { savedKinds } from '../../offline/marker';
import { Banner } from '../../ui/feedback/Banner';
import { CloudOffIcon, RedoIcon } from '../../ui/icons/frame';
import type { PortalPage } from './portalMenus';
import { selectIsNewVersionReady, updateNow } from '../updates/newVersion';
import { useAppSelector } from '../../state/store';

interface StripsProps {
  page?: PortalPage | undefined;
}

/** The one strip that must be there where no more code can be fetched. */
const Offline = () =>
  useAppSelector(selectIsOnline) ? null : <Banner icon={<CloudOffIcon />}>{offlineBanner}</Banner>;
const LateStrips = lazy(() =>
  import('./LateStrips').then(
    (file) => ({ default: file.LateStrips as (props: StripsProps) => ReactNode }),
    () => ({ default: Offline }),
  ),
);

/** What the app says about itself below the bar: offline, a new version, and what a first visit has no use for. */
export function Strips({ page }: StripsProps) {
  const isOnline = useAppSelector(selectIsOnline);
  const isNewVersionReady = useAppSelector(selectIsNewVersionReady);
  const { clinicId, lapsed } = useAppSelector(selectSession);
  const canSave = useAppSelector(selectCanSave);
  const hasMore = !isOnline || !canSave || lapsed !== null || (clinicId !== null && savedKinds(clinicId).has('outbox'));
  return (
    <>
      {hasMore && (
        <Suspense fallback={<Offline />}>
          <LateStrips page={page} />
        </Suspense>
      )}
      {isNewVersionReady && (
        <Banner icon={<RedoIcon />} action={{ text: 'Update', onPress: updateNow }}>
          A new version is ready
        </Banner>
      )}
    </>
  );
}
