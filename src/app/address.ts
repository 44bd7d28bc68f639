import { clinicIdPattern } from '../contract/wire';

/** First segments that are no clinic (D-43). */
const reserved = ['login', 'clinician', 'misc', 'admin', 'api', 'assets'];

/** The clinic that a path names, null for none. */
export function clinicOf(pathname: string): string | null {
  const [, first = ''] = pathname.split('/');
  return clinicIdPattern.test(first) && !reserved.includes(first) ? first : null;
}
