import type { Due } from '../../domain/desk/dueWords';
import * as css from './Dial.module.css';

/** Shows when something is due: a ring whose arc is the time left, or a red disc, with the words beside it. */
export function DueMark({ due }: { due: Due }) {
  return (
    <span className={css.due} data-urgency={due.urgency}>
      {due.left !== null && <Ring left={due.left} isLate={due.urgency === 'late'} />}
      {due.words}
    </span>
  );
}

export function Ring({ left, isLate }: { left: number; isLate: boolean }) {
  return (
    <svg className={css.dial} viewBox="0 0 20 20" aria-hidden="true">
      {isLate ? (
        <>
          <circle className={css.full} cx="10" cy="10" r="9" />
          <path className={css.bang} d="M10 5.2v5.6M10 14.3v.01" />
        </>
      ) : (
        <>
          <circle className={css.bed} cx="10" cy="10" r="7.8" />
          <circle
            className={css.arc}
            cx="10"
            cy="10"
            r="7.8"
            pathLength="100"
            strokeDasharray={`${Math.round(left * 100)} 100`}
            transform="rotate(-90 10 10)"
          />
        </>
      )}
    </svg>
  );
}
