import { clinicIdPattern, reservedSegments } from '../../contract/clinicAddress';

/** The clinic that a path names, null for none. */
export function clinicOf(pathname: string): string | null {
  const [, first = ''] = pathname.split('/');
  return clinicIdPattern.test(first) && !reservedSegments.has(first) ? first : null;
}
