import { LinkButton } from '../../ui/actions/Button';
import { FailedLoad } from '../../ui/feedback/FailedLoad';
import { Notice } from '../../ui/feedback/Notice';

export interface UnreadVisitProps {
  /** The clinic has no such appointment of this owner: asking again does not help. */
  isMissing: boolean;
  listHref: string;
  onRetry: () => void;
}

/** Says that an appointment could not be read, or that there is none. */
export function UnreadVisit({ isMissing, listHref, onRetry }: UnreadVisitProps) {
  return isMissing ? (
    <Notice
      kind="hint"
      action={
        <LinkButton kind="quiet" small href={listHref}>
          My Appointments
        </LinkButton>
      }
    >
      This appointment is not one of yours.
    </Notice>
  ) : (
    <FailedLoad onRetry={onRetry}>We couldn&apos;t load this appointment.</FailedLoad>
  );
}
