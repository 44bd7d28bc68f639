import { memo, Suspense, type ComponentType } from 'react';
import { lazyView } from '../../ui/behaviour/lazyView';

/**
 * Parts of the first screen that the server draws and nobody's first tap needs: the clinic's contact and hours, who
 * looks over the counter, and where messages appear. The app takes them over after the rest, once their code is there.
 */
const load = () => import('./drawnParts');
type Parts = Awaited<ReturnType<typeof load>>;

function part<Props extends object>(pick: (parts: Parts) => ComponentType<Props>) {
  const View = lazyView(() => load().then(pick));
  const Part = (props: Props) => (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
  // Drawn anew without its code, it would be gone until that comes.
  return Object.assign(memo(Part) as unknown as ComponentType<Props>, { fetch: View.fetch });
}

export const BusinessHours = part((parts) => parts.BusinessHours);
export const OpenLine = part((parts) => parts.OpenLine);
export const ContactInfo = part((parts) => parts.ContactInfo);
export const Greeters = part((parts) => parts.Greeters);
export const ScrollToTop = part((parts) => parts.ScrollToTop);
export const Toaster = part((parts) => parts.Toaster);

/** Loads the parts' code, so that they are drawn at once. Rejects if it does not come. */
export const fetchParts = () =>
  Promise.all([BusinessHours, OpenLine, ContactInfo, Greeters, ScrollToTop, Toaster].map((each) => each.fetch()));
