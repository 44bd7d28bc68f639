import type { ReactNode } from 'react';
import { selectIsOnline } from '../../state/connection';
import type { Held } from '../../api/records/records';
import { useServerTime } from '../../state/useServerTime';
import { savedDate } from '../../domain/savedOn';
import { useAnnouncedLoad } from '../../ui/behaviour/announce';
import { EmptyState } from '../../ui/feedback/EmptyState';
import { FailedLoad } from '../../ui/feedback/FailedLoad';
import { Notice } from '../../ui/feedback/Notice';
import { RowsSkeleton } from '../../ui/feedback/Skeleton';
import { EMPTY, NOTHING_SAVED } from './texts';
import { useAppSelector } from '../../state/store';
import * as css from './pets.module.css';

export interface RecordListProps<T> {
  held: Held<T[]>;
  /** The plural for the rows, used in the middle of a sentence. */
  what: string;
  zone: string;
  /** The rows' heading, for screen readers only. */
  heading: ReactNode;
  children: (row: T) => ReactNode;
}

/** Shows a pet's rows, or why there are none: loading, never saved, failed, or an empty list (PETS-08, D-02, D-12). */
export function RecordList<T>({
  held: { data, savedAt, isLoading, hasFailed, reload },
  what,
  zone,
  heading,
  children,
}: RecordListProps<T>) {
  const isOnline = useAppSelector(selectIsOnline);
  const [now] = useServerTime();
  const date = savedAt === null ? null : savedDate(savedAt, zone, now);
  useAnnouncedLoad(isLoading, data ? `${what}: ${data.length}` : '');
  return (
    <section>
      {heading}
      {isLoading && <RowsSkeleton label={`Loading ${what}`} />}
      {hasFailed && isOnline && <FailedLoad onRetry={reload}>{`We couldn't load the ${what}.`}</FailedLoad>}
      {data === undefined && !isLoading && !(hasFailed && isOnline) && <Notice kind="hint">{NOTHING_SAVED}</Notice>}
      {data?.length === 0 && savedAt === null && <EmptyState title={EMPTY} />}
      {data?.length === 0 && savedAt !== null && (
        <p className={css.hint}>{`No ${what} on record on ${date ?? 'an earlier date'}.`}</p>
      )}
      {data && data.length > 0 && <ul className={css.records}>{data.map(children)}</ul>}
    </section>
  );
}
