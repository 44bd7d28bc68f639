import { useAnnounced } from '../behaviour/announce';

/**
 * Shows a text and announces it when it appears or changes. A live region around it would say nothing, because it is
 * added together with its text.
 */
export function Announced({ className, children }: { className?: string | undefined; children: string }) {
  useAnnounced(children);
  return <p className={className}>{children}</p>;
}
