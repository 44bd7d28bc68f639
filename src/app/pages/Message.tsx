import type { ReactNode } from 'react';
import { Screen, Above, Counter, Peeks } from '../../ui/layout/Screen';

/** A page that says one thing, in the blank layout: there is no clinic around it. */
export function Message({
  title,
  over,
  children,
  action,
}: {
  title: string;
  over?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Screen>
      <Above>
        <h1 className="display">{title}</h1>
      </Above>
      {over && <Peeks>{over}</Peeks>}
      <Counter>
        <div className="stack">
          {children && <p>{children}</p>}
          {action}
        </div>
      </Counter>
    </Screen>
  );
}
