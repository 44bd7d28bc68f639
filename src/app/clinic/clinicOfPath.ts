import { clinicIdPattern, reservedSegments } from '../../contract/clinicAddress';

/** Reads the clinic id from a path, null where it has none. */
export function clinicOf(pathname: string): string | null {
  const [, first = ''] = pathname.split('/');
  return clinicIdPattern.test(first) && !reservedSegments.has(first) ? first : null;
}
