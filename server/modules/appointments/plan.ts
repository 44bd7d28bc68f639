import type { CreateAppointment } from '../../../src/contract/appointments';
import { isDepositRequired } from '../../../src/domain/booking/deposit';
import { isReturningClient } from '../../../src/domain/client/clientType';
import type { Switch } from '../../../src/contract/settings';
import { isEnabled } from '../../../src/domain/shop/settings';
import { birthDateProblem } from '../../../src/domain/validation/birthDate';
import { tidySpaces } from '../../../src/domain/validation/name';
import { NOTE_TOO_LONG, sanitiseNote } from '../../../src/domain/validation/note';
import { PET_NAME_REQUIRED } from '../../../src/domain/validation/petName';
import * as limits from '../../../src/limits';
import type { Clinic, ServerProduct } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { PickedFor, Wish } from '../schedule/rule';
import { eligibleProviders, pickedFor } from '../schedule/rule';
import { mustBeOffered, mustExist, wishOf } from '../schedule/wish';
import type { NamedPet } from './patient';

/** A booking that passed the catalogue's checks; its place is not looked for yet. */
export type Plan = {
  wish: Wish;
  picked: PickedFor[];
  pet: NamedPet;
  note: string | null;
  status: 'REQUESTED' | 'ACCEPTED';
  isReturning: boolean;
  /** Whether the type asks for a deposit, paid or not (DEP-10, D-216). */
  isDepositPaid: boolean;
  isDepositDue: boolean;
};

/** The state of the deposit, if one is asked for: `closed` where none can be taken (D-216). */
export type DepositState = 'paid' | 'open' | 'closed';

/**
 * Throws unless the deposit is paid or the booking may go on as a request without it: where the type allows that or no
 * money can be taken (DEP-10, DEP-11, D-216).
 */
function mustNotSkipDeposit(product: ServerProduct, deposit: DepositState): void {
  if (deposit !== 'open' || product.metadata.appointmentRequestWithoutDeposit || !product.deposit_amount) return;
  throw new ApiError('not_allowed', { message: 'Please pay the deposit to book this appointment.' });
}

/**
 * Throws `not_allowed` where the clinic takes no bookings online, or none from new clients (DISABLED-01, DISABLED-06,
 * D-54).
 */
function mustBeOn({ shop }: Clinic, isReturning: boolean): void {
  const isOff = (name: Switch) => isEnabled(shop.feature_settings, name);
  const isAllOff =
    isOff('online_booking_disabled') ||
    (isOff('new_client_booking_disabled') && isOff('returning_client_booking_disabled'));
  if (isAllOff || (!isReturning && isOff('new_client_booking_disabled'))) throw new ApiError('not_allowed');
}

/**
 * Throws `not_allowed` for a species that a product is not for, and for a new client where it takes none (D-55, D-74).
 */
function mustSuit(products: readonly ServerProduct[], speciesId: string, isReturning: boolean): void {
  const suits = products.every(
    ({ metadata }) =>
      (!metadata.speciesIds?.length || metadata.speciesIds.includes(speciesId)) &&
      (isReturning || metadata.allowNewClients !== false),
  );
  if (!suits) throw new ApiError('not_allowed');
}

const requestLine = (firstName: string): string => `\nRequested provider: ${firstName}`;

/**
 * Returns the note's line that names the requested clinician (D-66), who must be able to do the visit: the one in the
 * body, else, for a visit of one part, the one booked. '' if nobody was requested or the clinic wants no such line.
 * Older pages only end the note with the line; for a compound visit it alone tells the clinician (D-408).
 */
function lineOf(body: CreateAppointment, clinic: Clinic, wish: Wish): string {
  if (
    !body.specific_doctor_requested ||
    !isEnabled(clinic.shop.feature_settings, 'include_requested_provider_in_appointment_note')
  )
    return '';
  const able = eligibleProviders(clinic, wish.products, wish.locationId);
  const isCompound = wish.products.some(({ segments }) => segments?.length);
  const possible = isCompound ? able : able.filter(({ id }) => id === body.products[0]!.providerId);
  const requested =
    possible.find(({ id }) => id === body.requested_provider_id) ??
    possible.find(({ firstName }) => noteOf(body).endsWith(requestLine(firstName))) ??
    (isCompound ? undefined : possible[0]);
  return requested ? requestLine(requested.firstName) : '';
}

/** The note after a line break, since an older page's note may consist of the line alone. */
const noteOf = ({ note }: CreateAppointment): string => `\n${note ?? ''}`;

/**
 * Returns the note to save: the typed text, whose length is checked, and the line that names the requested clinician
 * (D-66).
 */
function savedNote(body: CreateAppointment, clinic: Clinic, wish: Wish): string | null {
  const line = lineOf(body, clinic, wish);
  const given = noteOf(body);
  const typed = sanitiseNote(line && given.endsWith(line) ? given.slice(0, -line.length) : given);
  if (typed.length > limits.noteMax) throw new ApiError('validation', { fields: { note: NOTE_TOO_LONG } });
  return (typed + line).trim() || null;
}

function checkedPet(body: CreateAppointment, today: string): NamedPet {
  const fields: Record<string, string> = {};
  for (const [field, whose] of [
    ['birthdate', 'pet'],
    ['client_dob', 'owner'],
  ] as const) {
    const problem = body[field] ? birthDateProblem(body[field], today, whose) : null;
    if (problem) fields[field] = problem;
  }
  if (tidySpaces(body.patientName) === '') fields['patientName'] = PET_NAME_REQUIRED;
  if (Object.keys(fields).length > 0) throw new ApiError('validation', { fields });
  return {
    id: body.patientId ?? null,
    name: body.patientName,
    speciesId: body.speciesId,
    details: {
      sex: body.sex ?? null,
      birthdate: body.birthdate ?? null,
      breed: body.breed ?? null,
      breed_id: body.breed_id ?? null,
      patient_color_id: body.patient_color_id ?? null,
      patient_sex_id: body.patient_sex_id ?? null,
    },
  };
}

/** Checks all that a create call claims against the clinic's catalogue and settings (D-201), and decides the status. */
export function planBooking(
  clinic: Clinic,
  body: CreateAppointment,
  client: { created_at: Date },
  today: string,
  now: Date,
  deposit: DepositState,
): Plan {
  const [first] = body.products;
  const picked = pickedFor(body, first!.providerId, body.roomId);
  const providers = [
    ...body.products.map((one) => one.providerId),
    ...picked.flatMap(({ providerId }) => providerId ?? []),
  ];
  mustExist(clinic, { providers, rooms: picked.map(({ roomId }) => roomId) });
  if (!clinic.species.some((species) => species.id === body.speciesId)) throw new ApiError('not_found');

  const isReturning = isReturningClient(client.created_at.toISOString(), now);
  mustBeOn(clinic, isReturning);
  const wish = wishOf(
    clinic,
    {
      productIds: body.products.map((one) => one.id),
      productToken: body.product_token,
      providerIds: [],
      locationId: body.location_id,
      isDropoff: body.isDropoff,
    },
    today,
  );
  mustBeOffered(clinic, wish, providers, body.isDropoff === true);
  mustSuit(wish.products, body.speciesId, isReturning);

  const asksDeposit = isDepositRequired(clinic.shop.feature_settings, wish.products[0]!, isReturning);
  if (asksDeposit) mustNotSkipDeposit(wish.products[0]!, deposit);
  const isDepositDue = asksDeposit && deposit !== 'paid';
  const isAccepted = clinic.shop.metadata.isAutoAccept === true && !isDepositDue;
  return {
    wish,
    picked,
    pet: checkedPet(body, today),
    note: savedNote(body, clinic, wish),
    status: isAccepted ? 'ACCEPTED' : 'REQUESTED',
    isReturning,
    isDepositPaid: asksDeposit && !isDepositDue,
    isDepositDue,
  };
}
