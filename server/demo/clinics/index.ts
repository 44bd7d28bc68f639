import type { ClinicFile } from '../../modules/clinicFile/file/file';
import { demo } from './demo';
import { harbor } from './harbor';
import { oakwood } from './oakwood';
import { willow } from './willow';

export { demoOwner } from './riley';

/**
 * The demo clinics' files. Their dates are counted from the day of `now`, so that they are up to date when they are
 * first loaded.
 */
export const demoClinicFiles = (now: Date): ClinicFile[] => [oakwood(now), harbor(now), willow(now), demo(now)];
