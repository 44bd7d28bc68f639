/**
 * The path of a page as analytics see it: which page it is, without the clinic and without ids (D-131).
 * `/oakwood/appointments/a1` becomes `/appointments/:id`.
 */
export function pageOf(pathname: string): string {
  const [clinic = '', page, ...rest] = pathname.split('/').filter(Boolean);
  if (reserved.has(clinic)) return `/${clinic}`;
  if (page === undefined) return '/';
  if (!named.has(page)) return '/:paymentId';
  return ['', page, ...rest.map((part) => (words.has(part) ? part : ':id'))].join('/');
}

const reserved: ReadonlySet<string> = new Set(['login', 'clinician', 'misc', 'admin']);
const named: ReadonlySet<string> = new Set(['appointments', 'account', 'pets']);
const words: ReadonlySet<string> = new Set(['reschedule', 'certificate']);

/**
 * An address as others may see it: the origin and the path that pageOf gives, without the query. Empty for a text that
 * is not an address.
 */
export function pageAddress(address: string): string {
  try {
    const { origin, pathname } = new URL(address);
    return origin + pageOf(pathname);
  } catch {
    return '';
  }
}

/** What decides whether a visit may be recorded. */
export type Whereabouts = { pathname: string; isOnline: boolean; isCardShown: boolean };

/**
 * Whether a session replay may run: never on the pages of pets and their records, never where a card's fields are
 * shown, and not without a network (TRACK-06, D-30).
 */
export const mayReplay = ({ pathname, isOnline, isCardShown }: Whereabouts): boolean =>
  isOnline && !isCardShown && !isPets(pathname);

/**
 * Whether a path is one of the pets' pages. As in the router, letter case, escapes and doubled slashes make no
 * difference. A path that cannot be decoded counts as one, to be safe.
 */
function isPets(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname).toLowerCase().split('/').filter(Boolean)[1] === 'pets';
  } catch {
    return true;
  }
}
