import type { ReactNode } from 'react';
import { lastClinic } from '../../offline/marker';
import { LinkButton } from '../../ui/Button';
import { CatPeek } from '../../ui/peek/CatPeek';
import { Screen, Above, Counter, Peeks } from '../../ui/Screen';

/** A page that says one thing, in the blank layout: there is no clinic around it. */
export function Message({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Screen>
      <Above>
        <h1 className="display">{title}</h1>
      </Above>
      <Peeks>
        <CatPeek size={112} />
      </Peeks>
      <Counter>
        <div className="stack">
          {children && <p>{children}</p>}
          {action}
        </div>
      </Counter>
    </Screen>
  );
}

/** The way on for whoever was at a clinic with this device before. */
function ToClinic() {
  const clinicId = lastClinic();
  if (clinicId === null || location.pathname === `/${clinicId}`) return null;
  return <LinkButton kind="quiet" href={`/${clinicId}`}>Open your clinic's page</LinkButton>;
}

/** The generic error page (ROUTE-14). */
export const NotFound = ({ children }: { children?: ReactNode }) => (
  <Message title="Page not found" action={<ToClinic />}>{children ?? 'Please check the address, or open the link from your clinic.'}</Message>
);

/** ROUTE-13 */
export const NotAuthorized = () => <Message title="You are not authorized to view this page" action={<ToClinic />} />;
