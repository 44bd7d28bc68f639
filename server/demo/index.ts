import type { ClinicFile } from '../modules/clinics/file';
import { oakwood } from './oakwood';

export { demoOwner } from './riley';

/** The demo clinics, built from the day of `now` so that they are fresh when they are first loaded. */
export const demoClinicFiles = (now: Date): ClinicFile[] => [oakwood(now)];
