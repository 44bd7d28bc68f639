import { Button, LinkButton } from '../../ui/actions/Button';
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
    <Notice
      kind="error"
      action={
        <Button kind="quiet" small onClick={onRetry}>
          Try again
        </Button>
      }
    >
      We couldn&apos;t load this appointment.
    </Notice>
  );
}
