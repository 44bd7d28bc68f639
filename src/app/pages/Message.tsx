import type { ReactNode } from 'react';
import { Screen, Above, Counter, Peeks } from '../../ui/layout/Screen';
import * as common from '../../ui/layout/common.module.css';
import * as screen from '../../ui/layout/Screen.module.css';

/** A page with a single message, in the blank layout without a clinic. */
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
        <h1 className={screen.display}>{title}</h1>
      </Above>
      {over && <Peeks>{over}</Peeks>}
      <Counter>
        <div className={common.stack}>
          {children && <p>{children}</p>}
          {action}
        </div>
      </Counter>
    </Screen>
  );
}
