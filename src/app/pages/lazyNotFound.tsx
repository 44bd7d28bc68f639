import { Suspense, type ReactNode } from 'react';
import { lazyView } from '../../ui/behaviour/lazyView';

const pages = () => import('./NotFound');
const LateNotFound = lazyView(() => pages().then(({ NotFound }) => NotFound));
const LateNotAuthorized = lazyView(() => pages().then(({ NotAuthorized }) => NotAuthorized));

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
