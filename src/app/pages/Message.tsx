import type { ReactNode } from 'react';
import { Screen, Above, Counter } from '../../ui/Screen';

/** A page that says one thing, in the blank layout: there is no clinic around it. */
export function Message({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Screen>
      <Above>
        <h1 className="display">{title}</h1>
      </Above>
      {(children || action) && (
        <Counter>
          <div className="stack">
            {children && <p>{children}</p>}
            {action}
          </div>
        </Counter>
      )}
    </Screen>
  );
}

/** The generic error page (ROUTE-14). */
export const NotFound = ({ children }: { children?: ReactNode }) => (
  <Message title="Page not found">{children ?? 'Please check the address, or open the link from your clinic.'}</Message>
);

/** ROUTE-13 */
export const NotAuthorized = () => <Message title="You are not authorized to view this page" />;
