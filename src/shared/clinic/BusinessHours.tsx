import { Fragment } from 'react';
import type { Shop } from '../../contract/shop';
import { businessWeek, openLine } from '../../domain/shop/hours';
import * as common from '../../ui/layout/common.module.css';
import * as css from './BusinessHours.module.css';

export interface HoursProps {
  shop: Shop;
  /** The ISO instant to show, passed in so that the server and the page draw the same. */
  nowIso: string;
}

/** Mon to Sun, today highlighted (LAYOUT-09 to 12). */
export function BusinessHours(props: HoursProps) {
  return (
    <>
      <h2>Business hours</h2>
      <Week {...props} />
    </>
  );
}

/** On phones: one line about the current opening state that expands to the week. */
export function OpenLine({ shop, nowIso }: HoursProps) {
  return (
    <details className={css.open}>
      <summary suppressHydrationWarning>
        {openLine(shop.metadata.businessHours, new Date(nowIso), shop.timezone)}
      </summary>
      <Week shop={shop} nowIso={nowIso} />
    </details>
  );
}

function Week({ shop, nowIso }: HoursProps) {
  return (
    <dl className={css.hours}>
      {businessWeek(shop.metadata.businessHours, new Date(nowIso), shop.timezone).map((row) => {
        const className = row.isToday ? css.today : undefined;
        return (
          <Fragment key={row.day}>
            <dt className={className} suppressHydrationWarning>
              {row.name}
              {row.isToday && <span className={common.vh}> (today)</span>}
            </dt>
            <dd className={className} suppressHydrationWarning>
              {row.text}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}
