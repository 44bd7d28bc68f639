import { ClinicFileFaults, faultText } from '../modules/clinics/faults';
import { importClinicFile } from '../modules/clinics/import';
import { listClinics, loadClinic } from '../modules/clinics/repository';
import type { Services } from '../services';
import type { Command, Outcome } from './commands';
import { appointmentTable, clinicTable, messageTable, requestLines } from './reports';

export type Outside = Pick<Services, 'db' | 'clock' | 'config'>;

const done = (out: string[], err: string[] = []): Outcome => ({ out, err, exit: 0 });
const refused = (...err: string[]): Outcome => ({ out: [], err, exit: 1 });

/** Does what the operator asks, on the database that this process has open. */
export async function runCommand(outside: Outside, command: Command): Promise<Outcome> {
  switch (command.name) {
    case 'import':
      return importFile(outside, command.file, command.content);
    case 'list':
      return done(clinicTable(await listClinics(outside.db), outside.config.publicUrl));
    case 'messages':
      return done(await messageTable(outside.db));
    case 'appointments':
    case 'requests': {
      const clinic = await loadClinic(outside.db, command.clinicId);
      if (!clinic) return refused(`There is no clinic "${command.clinicId}".`);
      const report = command.name === 'appointments' ? appointmentTable : requestLines;
      return done(await report(outside.db, clinic, outside.clock.now()));
    }
  }
}

async function importFile({ db, clock, config }: Outside, file: string, content: unknown): Promise<Outcome> {
  try {
    const { clinicId, changed, conflicts, ignored } = await importClinicFile(db, content, { now: clock.now(), demoMode: config.demo });
    return done(
      [changed ? `${clinicId}: imported` : `${clinicId}: nothing is new`],
      [...ignored.map((path) => `left out: ${path} is no part of a clinic file`), ...conflicts.map((conflict) => `kept: ${conflict}`)],
    );
  } catch (error) {
    if (!(error instanceof ClinicFileFaults)) throw error;
    const { faults } = error;
    return refused(...faults.map(faultText), `${file}: ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}, nothing was written`);
  }
}
