import { lazy, Suspense, type ReactNode } from 'react';

const pages = () => import('./NotFound');
const LateNotFound = lazy(() => pages().then(({ NotFound }) => ({ default: NotFound })));
const LateNotAuthorized = lazy(() => pages().then(({ NotAuthorized }) => ({ default: NotAuthorized })));

/** The generic error page; few ever see it, so its code comes with it (ROUTE-14). */
export const NotFound = ({ children }: { children?: ReactNode }) => (
  <Suspense>
    <LateNotFound>{children}</LateNotFound>
  </Suspense>
);

/** A signed-in owner on a page that is not theirs (ROUTE-13). */
export const NotAuthorized = () => (
  <Suspense>
    <LateNotAuthorized />
  </Suspense>
);
