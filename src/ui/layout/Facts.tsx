import { Fragment, type ReactNode } from 'react';
import * as css from './Facts.module.css';

/** Shows a calendar leaf: "Nov" above "25". The full date must be written beside it. */
export function Leaf({ month, day }: { month: string; day: string }) {
  return (
    <span className={css.leaf} aria-hidden="true">
      <span className={css.month}>{month}</span>
      <span className={css.day}>{day}</span>
    </span>
  );
}

/** Shows a calendar leaf with two lines beside it. */
export function Headline({
  month,
  day,
  title,
  children,
}: {
  month: string;
  day: string;
  title: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={css.headline}>
      <Leaf month={month} day={day} />
      <div>
        <b>{title}</b>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}

export type FactItem = { key: string; icon: ReactNode; text: ReactNode; detail?: ReactNode };

/** Shows lines that begin with an icon. */
export function Facts({ items }: { items: readonly FactItem[] }) {
  return (
    <div className={css.facts}>
      {items.map(({ key, icon, text, detail }) => (
        <Fragment key={key}>
          {icon}
          <div>
            {text}
            {detail && <small>{detail}</small>}
          </div>
        </Fragment>
      ))}
    </div>
  );
}
