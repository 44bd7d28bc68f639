import { Suspense, type ReactNode } from 'react';
import { lazyView } from '../../ui/behaviour/lazyView';

const pages = () => import('./NotFound');
const LateNotFound = lazyView(() => pages().then(({ NotFound }) => NotFound));
const LateNotAuthorized = lazyView(() => pages().then(({ NotAuthorized }) => NotAuthorized));

/** The generic error page, whose code is loaded only when it is shown (ROUTE-14). */
export const NotFound = ({ children }: { children?: ReactNode }) => (
  <Suspense>
    <LateNotFound>{children}</LateNotFound>
  </Suspense>
);

/** The page for a signed-in owner who may not see the requested page (ROUTE-13). */
export const NotAuthorized = () => (
  <Suspense>
    <LateNotAuthorized />
  </Suspense>
);
