import type { ClinicFile } from '../modules/clinicFile/file/file';
import { importClinicFile, readGiven, type Imported, type ImportOptions } from '../modules/clinicFile/import';
import { ofClinicFile } from '../modules/clinicFile/read';
import { listClinics, loadClinic } from '../modules/clinics/repository';
import type { Services } from '../calls/services';
import { addDemoStaff } from '../demo/staff';

const unchanged = (clinicId: string): Imported => ({
  clinicId,
  changed: false,
  conflicts: [],
  ignored: [],
  unread: [],
});

/**
 * Imports the files of CLINIC_FILES whose content is new, and in demo mode the demo clinics with their staff into an empty
 * database (D-216, D-217, D-421). Throws ClinicFileUnusable for a file that cannot be read or has faults.
 */
export async function loadClinics(
  { config, db, clock, log }: Services,
  demoClinicFiles: (now: Date) => ClinicFile[],
  tellWithdrawn: NonNullable<ImportOptions['tellWithdrawn']>,
): Promise<void> {
  const options = { now: clock.now(), demoMode: config.demo, tellWithdrawn };
  const clinicThatGave = await readGiven(db, config.clinicFiles, config.demo);
  for (const path of config.clinicFiles) {
    const imported = await ofClinicFile(path, (json) => {
      const clinicId = clinicThatGave(path, json);
      return clinicId === null ? importClinicFile(db, json, { ...options, source: path }) : unchanged(clinicId);
    });
    for (const conflict of imported.conflicts) console.warn(`${path}: ${conflict}`);
    for (const unknown of [...imported.ignored, ...imported.unread])
      console.warn(`${path}: ${unknown} is not known here`);
    log.info(
      { clinic: imported.clinicId, changed: imported.changed, conflicts: imported.conflicts.length },
      'a clinic file was read',
    );
  }
  if (!config.demo || (await listClinics(db)).length > 0) return;
  for (const file of demoClinicFiles(options.now)) {
    const { clinicId } = await importClinicFile(db, file, options);
    const clinic = await loadClinic(db, clinicId);
    if (clinic) await addDemoStaff({ db, clock }, clinic);
  }
}
