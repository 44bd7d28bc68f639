/** A clinic's id, as in its address. */
export const clinicIdPattern = /^[a-z0-9][a-z0-9-]{1,62}$/;
/** First path segments that are never a clinic (D-43). */
export const reservedSegments: ReadonlySet<string> = new Set(['api', 'assets', 'login', 'clinician', 'misc', 'admin']);
