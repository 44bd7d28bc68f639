import type { Config } from '../../config/config';
import { faultText } from '../../modules/clinicFile/parse/faults';
import { parseClinicFile } from '../../modules/clinicFile/parse/parse';
import { ClinicFileUnusable, ofClinicFile } from '../../modules/clinicFile/read';
import { counted, fine, wrong, type Finding } from './finding';

const check = 'clinic files';
/** How many faults of a file are told. */
const mostTold = 3;

/** Whether the server can start with the files of CLINIC_FILES, read as it reads them. */
export async function clinicFileFindings({ clinicFiles, demo }: Config): Promise<Finding[]> {
  const faults = await Promise.all(clinicFiles.map((path) => faultOf(path, demo)));
  const found = faults.flatMap((fault) =>
    fault === null ? [] : [wrong(check, inShort(fault), 'Mend the file: with it the server does not start.')],
  );
  return found.length > 0 || clinicFiles.length === 0
    ? found
    : [
        fine(
          check,
          `${counted(clinicFiles.length, 'file')} of CLINIC_FILES ${clinicFiles.length === 1 ? 'has' : 'have'} no fault.`,
        ),
      ];
}

const faultOf = (path: string, demoMode: boolean): Promise<ClinicFileUnusable | null> =>
  ofClinicFile(path, (json) => parseClinicFile(json, { demoMode })).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ClinicFileUnusable) return error;
      throw error;
    },
  );

function inShort({ message, faults }: ClinicFileUnusable): string {
  const [first = ''] = message.split('\n');
  const told = faults.slice(0, mostTold).map(faultText);
  return [
    first,
    ...(told.length > 0 ? [`: ${told.join('; ')}`] : []),
    ...(faults.length > mostTold ? [' …'] : []),
  ].join('');
}
