import { assert } from 'superstruct';
import { describe, expect, it } from 'vitest';
import { CreateAppointment } from '../../../../src/contract/appointments';
import { createHold } from '../../../../src/contract/availability';
import { isDepositRequired } from '../../../../src/domain/booking/deposit';
import { readSavedBooking } from '../../../../src/domain/booking/savedBooking';
import { emptyDraft, withoutTime, withSpecies, type Customer, type Draft } from '../../../../src/domain/booking/draft';
import { DRAFT_VERSION } from '../../../../src/domain/booking/draftVersion';
import {
  appointmentBody,
  holdBody,
  ignoresOverlap,
  pickedTime,
  savesAsRequest,
} from '../../../../src/domain/booking/saving';
import { isReturningClient, isReturningFor } from '../../../../src/domain/client/clientType';

const now = new Date('2026-11-21T15:00:00.000Z');
const slot = {
  label: '10:30am',
  value: '2026-11-25T16:30:00.000Z',
  enabled: true,
  dateTime: '2026-11-25T16:30:00.000Z',
  provider_id: 'ada',
  room_id: 'r1',
};
const compound = {
  ...slot,
  secondary_date_time: '2026-11-25T17:00:00.000Z',
  secondary_date_time_provider_id: 'bo',
  secondary_room_id: null,
};
const time = pickedTime('2026-11-25', slot);
const customer: Customer = {
  firstName: 'Riley Park',
  email: 'riley@example.com',
  phoneNumber: '5125550134',
  phoneCode: '1',
  petName: ' Sir  Barks ',
  patientId: null,
  sex: null,
  birthdate: null,
  clientDob: null,
  breed: null,
  breed_id: null,
  patient_color_id: null,
  patient_sex_id: null,
  address1: '',
  address2: '',
  city: '',
  state: '',
  country: 'US',
  zip: '',
  hasWellnessPlan: false,
  created_at: null,
};
const draft: Draft = {
  ...emptyDraft('2b0e6a2c-0000-4000-8000-000000000001'),
  species: { id: 'dog', name: 'Dog' },
  selectedProducts: [{ provider: null, products: [{ id: 'exam', name: 'Exam' }] }],
  date: '2026-11-25',
  time,
  hold: { time_slot_calendar_id: 'h1', deadline: '2026-11-21T15:10:00.000Z', isExtended: false },
  customer,
  note: 'limps!',
};
const shop = (isAutoAccept: boolean, feature_settings: Record<string, unknown> = {}) => ({
  metadata: { isAutoAccept },
  feature_settings,
});
const who = { userId: 'u1', isReturning: false };

describe('create call', () => {
  it('says what was chosen, in the contract (API-38, D-65, D-128)', () => {
    const body = appointmentBody(draft, shop(true), who);
    assert(body, CreateAppointment);
    expect(body).toMatchObject({
      products: [{ id: 'exam', anyone: true, providerId: 'ada', label: 'Exam' }],
      date: slot.dateTime,
      roomId: 'r1',
      note: 'limps',
      patientName: 'Sir Barks',
      isReminderSMS: true,
      isReminderEmail: true,
      isSendConfirmation: true,
      isReturningClient: false,
      time_slot_calendar_id: 'h1',
      specific_doctor_requested: false,
      saveAsRequest: false,
      ignoreOverlap: false,
      location_id: null,
    });
  });

  it('names the clinician who was asked for, and leaves the line of the note to the server (D-65, D-66)', () => {
    const named = {
      ...draft,
      selectedProducts: [{ provider: { id: 'bo', firstName: 'Bo' }, products: [{ id: 'exam', name: 'Exam' }] }],
    };
    const on = { include_requested_provider_in_appointment_note: true };
    expect(appointmentBody(named, shop(true, on), who)).toMatchObject({
      // The start is Ada's, whoever was asked for: of a compound visit Bo does a later part (D-408).
      products: [{ anyone: false, providerId: 'ada' }],
      specific_doctor_requested: true,
      requested_provider_id: 'bo',
      note: 'limps',
    });
    const unnamed = appointmentBody(draft, shop(true, on), who);
    expect(unnamed).toMatchObject({ note: 'limps' });
    // A server of the version before does not know the field, and needs it for no visit of a single part.
    expect(unnamed).not.toHaveProperty('requested_provider_id');
    const ada = { provider: { id: 'ada', firstName: 'Ada' }, products: [{ id: 'exam', name: 'Exam' }] };
    expect(appointmentBody({ ...draft, selectedProducts: [ada] }, shop(true, on), who)).not.toHaveProperty(
      'requested_provider_id',
    );
  });

  it('declines reminders and confirmations together (SAVE-05, D-87)', () => {
    expect(appointmentBody({ ...draft, allowRemind: false }, shop(true), who)).toMatchObject({
      isReminderSMS: false,
      isReminderEmail: false,
      isSendConfirmation: false,
    });
  });

  it('is a request where the clinic does not accept at once, or the deposit follows (SAVE-01, DEP-10)', () => {
    expect(appointmentBody(draft, shop(false), who)?.saveAsRequest).toBe(true);
    expect(savesAsRequest(shop(true), true)).toBe(true);
    expect(savesAsRequest({ metadata: {} }, false)).toBe(true);
  });

  it('is not made from half a draft', () => {
    for (const gap of [{ time: null }, { customer: null }, { species: null }, { selectedProducts: [] }]) {
      expect(appointmentBody({ ...draft, ...gap }, shop(true), who)).toBeNull();
    }
  });

  it.each([
    [
      'SAVE-02',
      { booking_limit_per_time_slot_enabled: { enabled: true, apply_to_providers: true, limit: 2 } },
      false,
      true,
    ],
    [
      'SAVE-02',
      { booking_limit_per_time_slot_enabled: { enabled: true, apply_to_providers: true, limit: 1 } },
      false,
      false,
    ],
    [
      'SAVE-02',
      { booking_limit_per_time_slot_enabled: { enabled: true, apply_to_providers: false, limit: 2 } },
      false,
      false,
    ],
    [
      'SAVE-02',
      { booking_limit_per_time_slot_enabled: { enabled: false, apply_to_providers: true, limit: 2 } },
      false,
      false,
    ],
    ['SAVE-03', { skip_provider_availability_check: true }, false, true],
    ['SAVE-04', {}, true, true],
    ['SAVE-04', {}, false, false],
  ])('%s: overlap %j, %s -> %s', (_rule, settings, hasSecondary, ignored) => {
    expect(ignoresOverlap(settings, hasSecondary)).toBe(ignored);
  });

  it('copies all segments of a compound time (D-63)', () => {
    const body = appointmentBody({ ...draft, time: pickedTime('2026-11-25', compound) }, shop(true), who);
    expect(body).toMatchObject({
      secondary_date_time: compound.secondary_date_time,
      secondary_date_time_provider_id: 'bo',
      tertiary_date_time: null,
      ignoreOverlap: true,
    });
  });

  it.each([
    ['D-94', true, { depositRequiredBeforeBooking: true, collectDepositFromNewClients: true }, false, true],
    ['D-94', true, { depositRequiredBeforeBooking: true, collectDepositFromNewClients: true }, true, false],
    ['D-94', true, { depositRequiredBeforeBooking: true, collectDepositFromReturningClients: true }, true, true],
    ['D-94', true, { collectDepositFromNewClients: true }, false, false],
    ['D-94', false, { depositRequiredBeforeBooking: true, collectDepositFromNewClients: true }, false, false],
  ])('%s: deposit', (_rule, isOn, metadata, isReturning, isRequired) => {
    const settings = { deposit_collection_v1_enabled: isOn };
    expect(isDepositRequired(settings, { metadata: { time: 30, ...metadata } }, isReturning)).toBe(isRequired);
  });
});

describe('hold', () => {
  it('has a body in the contract (D-62)', () => {
    const body = holdBody({
      time,
      product: { id: 'exam', metadata: { time: 45 } },
      locationId: null,
      userId: 'guest',
      deadline: '2026-11-21T15:10:00.000Z',
      now,
    });
    assert(body, createHold.body);
    expect(body).toMatchObject({
      title: 'Online booking hold',
      expire: '2026-11-21T15:10:00.000Z',
      from_date: '2026-11-25T16:30:00.000Z',
      to_date: '2026-11-25T17:15:00.000Z',
    });
  });
});

describe('draft', () => {
  const saved = {
    version: DRAFT_VERSION,
    savedAt: '2026-11-21T14:00:00.000Z',
    userId: null,
    position: { step: 'client-info' },
    draft,
  };

  it('comes back as it was saved (D-38)', () => {
    expect(readSavedBooking(JSON.parse(JSON.stringify(saved)), now)).toEqual(saved);
    const verifying = { ...saved, position: { step: 'verification', origin: 'client-info' } };
    expect(readSavedBooking(verifying, now)).toEqual(verifying);
  });

  it.each([
    ['nothing', undefined],
    ['another version', { ...saved, version: DRAFT_VERSION - 1 }],
    ['a step that is none', { ...saved, position: { step: 'payment' } }],
    ['verification without an origin', { ...saved, position: { step: 'verification' } }],
    ['a broken draft', { ...saved, draft: { ...draft, time: { ...time, dateTime: 'soon' } } }],
    ['a day and a second', { ...saved, savedAt: '2026-11-20T14:59:59.000Z' }],
  ])('is discarded: %s', (_what, value) => expect(readSavedBooking(value, now)).toBeNull());

  it('does not age out once a payment was started (D-38)', () => {
    const old = { ...saved, savedAt: '2026-11-01T00:00:00.000Z', draft: { ...draft, paymentRequestId: 'p1' } };
    expect(readSavedBooking(old, now)).toEqual(old);
  });

  it('drops what depends on a changed choice (APPT-21, APPT-22, D-92)', () => {
    const noticed = { ...draft, confirmed_keyword_action: 'k1', isDropoff: true };
    expect(withSpecies(noticed, { id: 'cat', name: 'Cat' })).toEqual({
      ...noticed,
      species: { id: 'cat', name: 'Cat' },
      selectedProducts: [],
      isDropoff: false,
      date: null,
      time: null,
      hold: null,
      confirmed_keyword_action: null,
    });
    expect(withoutTime(noticed)).toEqual({
      ...noticed,
      date: null,
      time: null,
      hold: null,
      confirmed_keyword_action: null,
    });
  });
});

describe('client type', () => {
  it.each([
    ['2026-11-21T03:00:00.000Z', false],
    ['2026-11-21T02:59:59.999Z', true],
    ['2027-01-01T00:00:00.000Z', false],
    [null, false],
  ])('created %s: returning %s (CTYPE-04, D-55)', (createdAt, isReturning) =>
    expect(isReturningClient(createdAt, now)).toBe(isReturning),
  );

  it('follows the choice until the record is known (D-55)', () => {
    expect([isReturningFor(null, true, now), isReturningFor(null, null, now)]).toEqual([true, false]);
    expect(isReturningFor({ created_at: null }, true, now)).toBe(false);
  });
});
