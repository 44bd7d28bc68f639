import type { ReactNode } from 'react';
import { lastClinic } from '../../offline/marker';
import { LinkButton } from '../../ui/actions/Button';
import { CatPeek } from '../../ui/peek/CatPeek';
import { Message } from './Message';

/** A link to the clinic last visited on this device. */
function ToClinic() {
  const clinicId = lastClinic();
  if (clinicId === null || location.pathname === `/${clinicId}`) return null;
  return (
    <LinkButton kind="quiet" href={`/${clinicId}`}>
      Open your clinic's page
    </LinkButton>
  );
}

/** The generic error page (ROUTE-14). */
export const NotFound = ({ children }: { children?: ReactNode }) => (
  <Message title="Page not found" over={<CatPeek size={112} />} action={<ToClinic />}>
    {children ?? 'Please check the address, or open the link from your clinic.'}
  </Message>
);

/** The page for a signed-in owner who may not see the requested page (ROUTE-13). */
export const NotAuthorized = () => (
  <Message title="You are not authorized to view this page" over={<CatPeek size={112} />} action={<ToClinic />} />
);
