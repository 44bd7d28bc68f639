import type { InboxRow } from '../../contract/desk/inbox';
import { happenedAt } from '../../domain/desk/whenAt';
import { AlertIcon, CheckIcon } from '../../ui/icons/booking';
import * as css from './Foot.module.css';

/** Shows who answered, when, and whether it could be done; what can be done now is among the item's ways, if anything is. */
export function AnsweredFoot({
  row,
  hint,
  zone,
  today,
}: {
  row: InboxRow;
  hint: string | null;
  zone: string;
  today: string;
}) {
  const { answer } = row;
  return (
    <footer className={css.foot} aria-label="Answer">
      <p className={css.hears}>
        {answer?.voided ? <AlertIcon size={18} /> : <CheckIcon size={18} />}
        <span className={css.strong}>
          {answer
            ? `${answer.is_mine ? 'You' : answer.by}: ${answer.words}, ${happenedAt(new Date(answer.at), zone, today)}.`
            : (hint ?? 'Nothing waits for the clinic here.')}{' '}
          {answer?.voided}
        </span>
      </p>
    </footer>
  );
}
