import { pageAt, type ClinicPage } from '../../../src/contract/pages';
import { clinicIdPattern, reservedSegments } from '../../../src/contract/clinicAddress';

export type Address =
  /** The app itself decides what to show: `/`, `/login`, `/misc/…`, `/clinician`. */
  | { kind: 'app' }
  /** An address of the desk (D-420); `isPage`: there is one. */
  | { kind: 'desk'; isPage: boolean }
  /**
   * An address of a clinic, and the portal's page there, if there is one. `isFirstScreen`: it opens with the first
   * screen, the choice of client type.
   */
  | { kind: 'clinic'; clinicId: string; page: ClinicPage | null; isFirstScreen: boolean }
  /** A clinic's address typed with capital letters; `url` is the right one. */
  | { kind: 'lower'; url: string }
  /** There is nothing at this address, and never can be. */
  | { kind: 'none' };

/** With one of these in the query, the page opens at another step or screen than the first one. */
const openers = ['redirect', 'appointment', 'payment_intent_client_secret'];

/** The desk's pages below /admin: the inbox, one of its items, who works here, and the choice of a clinic. */
const deskPage = /^(?:inbox(?:\/[^/]+)?|staff|clinics)?$/;

/** Tells what an address names (D-39, D-43). `url` is path and query as received. */
export function addressOf(url: string, query: Record<string, unknown>): Address {
  const path = url.replace(/\?.*$/s, '');
  const [first, ...rest] = path.split('/').filter((segment) => segment !== '');
  if (first === undefined) return { kind: 'app' };
  if (first === 'admin' && !rest.at(-1)?.includes('.')) return { kind: 'desk', isPage: deskPage.test(rest.join('/')) };
  if (reservedSegments.has(first))
    return ['api', 'assets', 'admin'].includes(first) ? { kind: 'none' } : { kind: 'app' };
  const lower = first.toLowerCase();
  if (lower !== first && clinicIdPattern.test(lower))
    return { kind: 'lower', url: `/${lower}${url.slice(first.length + 1)}` };
  if (!clinicIdPattern.test(first) || rest.at(-1)?.includes('.')) return { kind: 'none' };
  return {
    kind: 'clinic',
    clinicId: first,
    page: pageAt(rest)?.page ?? null,
    isFirstScreen: rest.length === 0 && !openers.some((name) => name in query),
  };
}
