/** A page as analytics see it: which one it is, never whose (D-131). `/oakwood/appointments/a1` is `/appointments/:id`. */
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

/** Whether a session replay may run on a page: never where pets and their records are (TRACK-06, D-30). */
export const isReplayAllowed = (pathname: string): boolean => pathname.split('/')[2] !== 'pets';
