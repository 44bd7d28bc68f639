import type { FocusEvent } from 'react';
import type { MyClinic } from '../../contract/desk/staff';
import { showingNames, type countsOf, type Showing } from '../../domain/desk/inboxList';
import { Link } from '../../ui/actions/Link';
import { showingSigns } from '../inbox/kindSigns';
import * as css from './Filters.module.css';

const kinds = ['requests', 'refills', 'waitlist', 'text_us', 'payments', 'records', 'undelivered'] as const;

/** A browser leaves half of what Tab reaches beyond the edge. */
const scrollIn = ({ currentTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.scrollIntoView?.({ inline: 'nearest', block: 'nearest' });

export interface FiltersProps {
  clinic: MyClinic;
  counts: ReturnType<typeof countsOf>;
  showing: Showing | 'staff';
  /** In the rail they stand below one another, in a narrow rail as signs; above a phone's list they are one line that scrolls. */
  inLine?: boolean;
}

/** Links to what waits of each kind, with its count, and to what was answered. */
export function Filters({ clinic, counts, showing, inLine }: FiltersProps) {
  const shown: Showing[] = [
    ...(clinic.provider_id ? (['me'] as const) : []),
    ...(inLine ? (['all'] as const) : []),
    ...kinds,
    'answered',
  ];
  return (
    <ul className={inLine ? css.line : css.filters}>
      {shown.map((one) => {
        const Sign = showingSigns[one];
        return (
          <li key={one}>
            <Link
              href={one === 'all' ? '/admin/inbox' : `/admin/inbox?show=${one}`}
              aria-current={showing === one ? 'page' : undefined}
              onFocus={inLine ? scrollIn : undefined}
            >
              {!inLine && <Sign size={20} />}
              <span>{showingNames[one]}</span>
              <span className={css.count}>{one === 'answered' ? '' : counts.of[one] || ''}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
