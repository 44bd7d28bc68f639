/** The form of a clinic's id, which is also its path in the portal's address. */
export const clinicIdPattern = /^[a-z0-9][a-z0-9-]{1,62}$/;
/** First path segments that are never a clinic's id (D-43). */
export const reservedSegments: ReadonlySet<string> = new Set(['api', 'assets', 'login', 'clinician', 'misc', 'admin']);

/** Reads the clinic id from a path, null where it has none. */
export function clinicOf(pathname: string): string | null {
  const [, first = ''] = pathname.split('/');
  return clinicIdPattern.test(first) && !reservedSegments.has(first) ? first : null;
}
