import { lazy, Suspense, type ReactNode } from 'react';
import { selectIsOnline } from '../../state/connection';
import { selectSession } from '../../state/session';
import { selectCanSave } from '../../state/storageHealth';
import { savedKinds } from '../../offline/marker';
import { Banner } from '../../ui/feedback/Banner';
import { RedoIcon } from '../../ui/icons/frame';
import { Offline } from './Offline';
import type { PortalPage } from './portalMenus';
import { selectIsNewVersionReady, updateNow } from '../updates/newVersion';
import { useAppSelector } from '../../state/store';

interface StripsProps {
  page?: PortalPage | undefined;
}

const LateStrips = lazy(() =>
  import('./LateStrips')
    .then((file) => ({ default: file.LateStrips as (props: StripsProps) => ReactNode }))
    // Not as the second handler of `then`: Vite's wait for the style sheets stands between that and the import.
    .catch(() => ({ default: Offline })),
);

/** The strips below the bar: offline, a new version, and those that a first visit does not need. */
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
