import { Suspense, type ReactNode } from 'react';
import { lazyView } from '../../ui/behaviour/lazyView';

const LateNotFound = lazyView(() => import('./NotFound').then((file) => file.NotFound));

/** The generic error page, whose code is loaded only when it is shown (ROUTE-14). */
export const NotFound = ({ children }: { children?: ReactNode }) => (
  <Suspense>
    <LateNotFound>{children}</LateNotFound>
  </Suspense>
);
