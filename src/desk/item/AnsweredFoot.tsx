import type { InboxRow, Item } from '../../contract/desk/inbox';
import { afterLeaving, doneWords, giverFirst } from '../../domain/desk/giver';
import { whyNot } from '../../domain/desk/meanwhile';
import { calledName } from '../../domain/desk/ways';
import { happenedInWords } from '../../domain/desk/whenAt';
import { AlertIcon, CheckIcon } from '../../ui/icons/booking';
import * as css from './Foot.module.css';

/** Shows who answered, when, whether it could be done, and once it has left what can be done then. */
export function AnsweredFoot({
  row,
  item,
  zone,
  today,
  now,
}: {
  row: InboxRow;
  item: Item;
  zone: string;
  today: string;
  /** Milliseconds since 1970. */
  now: number;
}) {
  const { answer } = row;
  const hasLeft = answer !== null && !answer.voided && (answer.left_at !== null || Date.parse(answer.leaves_at) <= now);
  const contacts = { phone: item.phone?.value ?? null, email: item.email?.value ?? null };
  return (
    <footer className={css.foot} aria-label="Answer">
      <p className={css.hears}>
        {answer?.voided ? <AlertIcon size={18} /> : <CheckIcon size={18} />}
        <span>
          <span className={css.strong}>
            {answer
              ? `${giverFirst(answer)}: ${doneWords(answer)}, ${happenedInWords(new Date(answer.at), zone, today)}.`
              : (item.hint ?? 'Nothing waits for the clinic here.')}{' '}
            {whyNot({ row, hint: item.hint })}
          </span>{' '}
          {answer &&
            (item.hint ?? (hasLeft ? afterLeaving(row.kind, answer.name, calledName(row.owner), contacts) : null))}
        </span>
      </p>
    </footer>
  );
}
