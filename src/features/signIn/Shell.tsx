import type { ReactNode } from 'react';
import { offlineReason, selectIsOnline } from '../../state/connection';
import { Button } from '../../ui/actions/Button';
import { Notice } from '../../ui/feedback/Notice';
import { CatPeek } from '../../ui/peek/CatPeek';
import { Above, Counter, Peeks, Screen } from '../../ui/layout/Screen';
import { useAppSelector } from '../../state/store';
import * as screen from '../../ui/layout/Screen.module.css';
import * as css from './signIn.module.css';

/** Shows a password screen's frame, with its heading above the counter. */
export function Shell({
  heading,
  lede,
  onBack,
  children,
}: {
  heading: string;
  lede?: ReactNode;
  onBack?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <Screen onBack={onBack}>
      <Above>
        <h1 className={screen.display}>{heading}</h1>
        {lede && <p className={screen.lede}>{lede}</p>}
      </Above>
      <Peeks>
        <CatPeek size={112} />
      </Peeks>
      <Counter>{children}</Counter>
    </Screen>
  );
}

/** Shows what failed about the form as a whole, and its submit button. */
export function Send({ said, busy, children }: { said: string | null; busy: boolean | undefined; children: string }) {
  const isOnline = useAppSelector(selectIsOnline);
  return (
    <>
      {said && (
        <div className={css.said}>
          <Notice kind="error">{said}</Notice>
        </div>
      )}
      <div className={css.go}>
        <Button type="submit" busy={busy} reason={isOnline ? null : offlineReason}>
          {children}
        </Button>
      </div>
    </>
  );
}
