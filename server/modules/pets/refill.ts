import type { Trx } from '../../db/transaction';
import type { Input } from '../../../src/contract/endpoint';
import type { requestRefill } from '../../../src/contract/pets';
import { isPlainInMessage, nameInMessage } from '../../../src/domain/messageText';
import { calledOtherwise, refillProblem } from '../../../src/domain/pets/refill';
import { isEnabled } from '../../../src/domain/shop/settings';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Services } from '../../calls/services';
import { clinicNotice, ownerInShort, ownerLine, ownerName, type Notice } from '../messages/clinicNotice';
import { holdRecord } from '../clients/held';
import { oneLine } from '../messages/render';
import { findMedication, findOwnPatient, insertRefill, type PatientRow } from './repository';

type Request = {
  clinic: Clinic;
  session: Session;
  body: Input<typeof requestRefill>['body'];
  now: Date;
  services: Services;
};

/**
 * Stores a refill request and tells the clinic (D-118, D-218). The note is stored exactly as typed, so that no dose can
 * change, and the medication as the owner saw it (D-408): where the record says something else by now, the clinic is told
 * both. Throws `not_found`, `not_allowed` and `validation`.
 */
export async function takeRefill(
  trx: Trx,
  { clinic, session, body, now, services }: Request,
): Promise<{ id: string; created_at: string }> {
  const patient = await findOwnPatient(trx, clinic.id, session.userId, body.patient_id);
  if (!patient) throw new ApiError('not_found');
  await holdRecord(trx, clinic.id, patient.client_id, session.userId);
  if (!isEnabled(clinic.shop.feature_settings, 'pet_portal_medication_refills_enabled') || patient.deceased_at !== null)
    throw new ApiError('not_allowed');
  const medicationId = body.medication_id ?? null;
  const problem = refillProblem({ medicationId, note: body.note ?? '' });
  if (problem !== null) throw new ApiError('validation', { fields: { note: problem } });
  const medication = medicationId === null ? null : await findMedication(trx, clinic.id, patient.id, medicationId);
  if (medicationId !== null && !medication) throw new ApiError('not_found');

  const id = services.ids.next();
  // A page of an earlier version does not say what it showed.
  const asked = medication && (oneLine(body.medication ?? '') || medication.description);
  const note = body.note?.trim() ? body.note : null;
  await insertRefill(trx, clinic.id, {
    id,
    clientId: patient.client_id,
    patientId: patient.id,
    medicationId,
    medication: asked,
    note,
    now,
  });
  await services.messages.enqueueAll(
    trx,
    clinicNotice(
      clinic,
      noticeOf(id, patient, { asked, recorded: medication?.description ?? null }, note),
      services.config.publicUrl,
    ),
  );
  return { id, created_at: now.toISOString() };
}

function noticeOf(
  id: string,
  patient: PatientRow,
  { asked, recorded }: { asked: string | null; recorded: string | null },
  typed: string | null,
): Notice {
  const note = typed?.trim() ?? null;
  const otherwise = calledOtherwise(asked, recorded);
  const what = (medication: string) =>
    asked === null ? 'see the note' : `${medication}${otherwise === null ? '' : ` (the record now says ${otherwise})`}`;
  // What the record does not say came with the call.
  const isSafe = otherwise === null || isPlainInMessage(asked ?? '');
  const pet = nameInMessage(patient.name) || 'a pet';
  return {
    kind: 'refill_notice',
    desk: { kind: 'refill', id },
    of: { id: patient.client_id, name: ownerName(patient) },
    subject: `Refill request: ${pet}, ${what(isSafe ? (asked ?? '') : 'another medication')}`,
    lines: [
      'An owner asks for a medication refill.',
      '',
      `Pet: ${pet}`,
      `Medication: ${asked ?? 'none chosen, see the note'}`,
      ...(otherwise === null ? [] : [`The owner saw that when they asked. The record now says: ${otherwise}`]),
      ...(note === null ? [] : [`Note: ${note}`]),
      `Owner: ${ownerLine(patient)}`,
    ],
    short: `Refill request: ${pet} (${ownerInShort(patient)}), ${what(asked ?? '')}.${note === null ? '' : ` Note: ${note}`}`,
  };
}
