import { acceptAppointment, declineAppointment, type Decided } from '../modules/appointments/decide';
import type { Refunding } from '../modules/appointments/refunds';
import { tellWithdrawn } from '../modules/appointments/withdrawn';
import { exportClinicFile } from '../modules/clinicFile/export';
import { ClinicFileFaults, faultText } from '../modules/clinicFile/parse/faults';
import { importClinicFile } from '../modules/clinicFile/import';
import { fileLines } from '../modules/clinicFile/file/order';
import { listClinics, loadClinic } from '../modules/clinics/repository';
import { findMember, invite } from '../modules/staff/members';
import { forgetJobs } from '../db/jobs';
import { inTransaction } from '../db/transaction';
import { NotRetried, retryMessage } from '../modules/messages/retry';
import { createPaymentLink, NoPaymentLink } from '../modules/payments/paymentLink';
import { ApiError } from '../calls/errors';
import type { Services } from '../calls/services';
import { answered, refund } from './answers';
import { backUp, NotRestored, restore } from './backup';
import type { Command, Lines, Outcome } from './commands';
import { examineDatabase } from './doctor/examine';
import { answerToDoctor } from './doctor/running';
import { noteDrill } from './drill';
import { appointmentTable, clinicTable, depositWords, messageTable } from './reports';
import { requestLines } from './requests';

const done = (out: string[], err: string[] = []): Outcome => ({ out, err, exit: 0 });
const refused = (...err: string[]): Outcome => ({ out: [], err, exit: 1 });
const noClinic = (id: string): Outcome => refused(`There is no clinic "${id}".`);

/**
 * Runs a command on the database that this process has open. A refusal is an outcome with exit code 1 that says why in
 * plain words; other errors are thrown.
 */
export async function runCommand(services: Services, command: Command, lines: Lines): Promise<Outcome> {
  try {
    return await run(services, command, lines);
  } catch (error) {
    if (error instanceof ApiError && error.details.fields)
      return refused(...Object.entries(error.details.fields).map(([field, fault]) => `${field} ${fault}`));
    if ([ApiError, NotRestored, NoPaymentLink, NotRetried].some((kind) => error instanceof kind))
      return refused((error as Error).message);
    throw error;
  }
}

async function run(services: Services, command: Command, { given, write }: Lines): Promise<Outcome> {
  const { db, clock, config } = services;
  switch (command.name) {
    case 'import':
      return importFile(services, command);
    case 'export': {
      const file = await exportClinicFile(db, command.clinicId);
      if (!file) return noClinic(command.clinicId);
      for (const line of fileLines(file)) await write(line);
      return done([]);
    }
    case 'list':
      return done(clinicTable(await listClinics(db), config.publicUrl));
    case 'messages':
      return done(await messageTable(db));
    case 'retry':
      await retryMessage(db, command.messageId, clock.now());
      return done(['The message is sent once more; "messages" says what becomes of it.']);
    case 'appointments':
    case 'requests': {
      const clinic = await loadClinic(db, command.clinicId);
      if (!clinic) return noClinic(command.clinicId);
      const report = command.name === 'appointments' ? appointmentTable : requestLines;
      return done(await report(db, clinic, clock.now()));
    }
    case 'accept':
      return decided(
        services,
        'accepted',
        await answered(services, command, ['accept', 'accepted'], acceptAppointment),
      );
    case 'decline':
      return decided(
        services,
        'declined',
        await answered(services, command, ['decline', 'declined'], declineAppointment),
      );
    case 'refund':
      return refunded(services, await refund(services, command));
    case 'pay-link':
      return done([
        await createPaymentLink(
          db,
          services,
          command.clinicId,
          command.clientId,
          command.productId,
          command.appointmentId,
        ),
      ]);
    case 'invite':
      return invited(services, command);
    case 'backup': {
      const { tables, rows } = await backUp(db, write, clock.now());
      return done([`${command.file}: ${rows} rows of ${tables} tables`]);
    }
    case 'doctor': {
      // Only a server is asked this; without one the tool looks itself (doctor/doctor.ts).
      const { findings } = await examineDatabase({ config, clock, database: db });
      return done(answerToDoctor(findings, config));
    }
    case 'drilled':
      await noteDrill(db, clock.now(), command);
      return done([]);
    case 'restore': {
      const { tables, rows } = await restore(db, given);
      await forgetJobs(db);
      return done([`restored: ${rows} rows of ${tables} tables`], [tellsAgain]);
    }
  }
}

/** What a restored database does that whoever only looks at a copy does not expect. */
const tellsAgain =
  'A server on it tells owners what it holds as not yet told, so what went out after the backup goes out again. ' +
  'For a copy to look at start it without SMTP_URL, SMS_URL, VAPID_KEY and STRIPE_SECRET_KEY: then nothing leaves.';

/** Invites somebody to a clinic's desk (D-421). */
async function invited(services: Services, command: Extract<Command, { name: 'invite' }>): Promise<Outcome> {
  const { db, clock, config } = services;
  const clinic = await loadClinic(db, command.clinicId);
  if (!clinic) return noClinic(command.clinicId);
  const known = await findMember(db, clinic, command.email);
  if (known && known.role === command.role && known.provider_id === command.providerId)
    return done([`${known.email} is a member already, as ${known.role}; nothing was changed.`]);
  const member = await inTransaction(db, (trx) =>
    invite(trx, services, {
      clinic,
      email: command.email,
      role: command.role === 'admin' ? 'admin' : 'staff',
      providerId: command.providerId,
      by: null,
      now: clock.now(),
    }),
  );
  return done([
    `${member.email} is invited to the desk of ${clinic.shop.name} as ${member.role}${member.provider ? `, ${member.provider}` : ''}.`,
    `They sign in with that e-mail at ${config.publicUrl}/admin`,
  ]);
}

/**
 * The outcome of accepting or declining an appointment. Where no message could go to the owner, it asks the clinic to
 * call.
 */
function decided(
  services: Services,
  what: 'accepted' | 'declined',
  { wasChanged, wasAccepted, told, deposit }: Decided,
): Outcome {
  const money =
    deposit === null
      ? []
      : [`Deposit: ${depositWords(deposit)}`, ...(deposit.status === 'refunding' ? withoutProvider(services) : [])];
  if (!wasChanged) return done([`The appointment was ${what} before.`, ...money]);
  const calledOff = what === 'declined' && wasAccepted ? ['It had been accepted: it is called off.'] : [];
  return done([
    told > 0
      ? `The appointment is ${what}; the owner is told.`
      : `The appointment is ${what}. The owner gets no messages: please call.`,
    ...calledOff,
    ...money,
  ]);
}

const withoutProvider = ({ cards }: Services): string[] =>
  cards === null ? ['No card provider is set up (STRIPE_SECRET_KEY): the refund waits until one is.'] : [];

function refunded(services: Services, { what, told, sentence }: Refunding): Outcome {
  if (what === 'done') return done(['The deposit was refunded before.']);
  if (what === 'woken')
    return done(['The refund was begun before; it is tried again now.', ...withoutProvider(services)]);
  return done([
    `${told > 0 ? 'The owner is told' : 'The owner gets no messages, please say'}: ${sentence}`,
    ...withoutProvider(services),
  ]);
}

async function importFile(services: Services, { file, content }: { file: string; content: unknown }): Promise<Outcome> {
  const { db, clock, config } = services;
  try {
    const { clinicId, changed, conflicts, ignored, unread } = await importClinicFile(db, content, {
      now: clock.now(),
      demoMode: config.demo,
      tellWithdrawn: tellWithdrawn(services),
    });
    return done(
      [changed ? `${clinicId}: imported` : `${clinicId}: nothing is new`],
      [
        ...ignored.map((path) => `left out: ${path} is no part of a clinic file`),
        ...unread.map((path) => `not known here: ${path}; is it spelt right?`),
        ...conflicts.map((conflict) => `kept: ${conflict}`),
      ],
    );
  } catch (error) {
    if (!(error instanceof ClinicFileFaults)) throw error;
    const { faults } = error;
    return refused(
      ...faults.map(faultText),
      `${file}: ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}, nothing was written`,
    );
  }
}
