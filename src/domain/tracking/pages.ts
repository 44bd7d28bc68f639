/**
 * A page as analytics see it: which one it is, never whose (D-131). `/oakwood/appointments/a1` is `/appointments/:id`.
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

/** An address as others may see it: of the page that it is, without whose, and without its query. */
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
 * Whether a session replay may run: never where pets and their records or a card's fields are, and not without a
 * network (TRACK-06, D-30).
 */
export const mayReplay = ({ pathname, isOnline, isCardShown }: Whereabouts): boolean =>
  isOnline && !isCardShown && !isPets(pathname);

/** As the router reads an address: whatever the case, escapes and doubled slashes. */
function isPets(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname).toLowerCase().split('/').filter(Boolean)[1] === 'pets';
  } catch {
    return true;
  }
}
