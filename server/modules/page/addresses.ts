import { clinicPages } from '../../../src/contract/pages';
import { clinicIdPattern, reservedSegments } from '../../../src/contract/clinicAddress';

export type Address =
  /** The app decides there: `/`, `/login`, `/misc/…`, `/admin/…`, `/clinician`. */
  | { kind: 'app' }
  /** Below a clinic; `isPage` when the portal has a page there, `isFirstScreen` when it opens with client type. */
  | { kind: 'clinic'; clinicId: string; isPage: boolean; isFirstScreen: boolean }
  /** A clinic's address with capitals, as people type names. */
  | { kind: 'lower'; url: string }
  /** Nothing lives there, nor could. */
  | { kind: 'none' };

/** Whether a path below a clinic's address, in its segments, is one of the portal's pages. */
const isClinicPage = (segments: readonly string[]): boolean =>
  Object.values(clinicPages).some((page) => {
    const named = page === '' ? [] : page.split('/');
    return named.length === segments.length && named.every((name, n) => name.startsWith(':') || name === segments[n]);
  });

/** These in the query open another step or screen than the first one. */
const openers = ['redirect', 'appointment', 'payment_intent_client_secret'];

/** What an address names (D-39, D-43). `url` is path and query as they came. */
export function addressOf(url: string, query: Record<string, unknown>): Address {
  const path = url.replace(/\?.*$/s, '');
  const [first, ...rest] = path.split('/').filter((segment) => segment !== '');
  if (first === undefined) return { kind: 'app' };
  if (reservedSegments.has(first)) return first === 'api' || first === 'assets' ? { kind: 'none' } : { kind: 'app' };
  const lower = first.toLowerCase();
  if (lower !== first && clinicIdPattern.test(lower))
    return { kind: 'lower', url: `/${lower}${url.slice(first.length + 1)}` };
  if (!clinicIdPattern.test(first) || rest.at(-1)?.includes('.')) return { kind: 'none' };
  return {
    kind: 'clinic',
    clinicId: first,
    isPage: isClinicPage(rest),
    isFirstScreen: rest.length === 0 && !openers.some((name) => name in query),
  };
}
