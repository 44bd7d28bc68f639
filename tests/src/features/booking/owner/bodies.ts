import type { CreateAppointment } from '../../../../../src/contract/appointments';
import type { Session } from './clinic';
import type { Clinic } from './clinic';
import type { Memory } from './memory';
import type { Sent } from './network';
import type { FormShown, VisitShown } from './screens';
import { breeds, colors, locations, petsOf, productsOf, providers, sexes, species } from './settings';

/** Holds what goes out against what was shown, field by field. Gives a line for each field that says something else. */
export function wrongFields(sent: Sent, memory: Memory, clinic: Clinic, session: Session | null): string[] {
  const expected = expectations[sent.name]?.(memory, clinic, sent, session);
  if (!expected) return [];
  const body = (sent.body ?? {}) as Record<string, unknown>;
  return Object.entries(expected).flatMap(([field, value]) => {
    const [found, wanted] = [JSON.stringify(body[field] ?? null), JSON.stringify(value ?? null)];
    return found === wanted ? [] : [`${sent.name}.${field} is ${found} where the screen said ${wanted}`];
  });
}

type Expected = Record<string, unknown>;
const expectations: Readonly<
  Record<string, (memory: Memory, clinic: Clinic, sent: Sent, session: Session | null) => Expected | null>
> = {
  openTimes: (memory, clinic, { body }) => {
    const { visit } = memory;
    if (!visit) return { productIds: [] };
    const eligible = eligibleFor(visit, memory, clinic);
    const named = namedIn(visit);
    const asked = (body as { providerIds: string[] }).providerIds;
    const wanted = named ? [named] : eligible;
    return {
      productIds: typesIn(visit),
      providerIds: sameSet(asked, wanted) ? asked : wanted,
      is_dropoff: visit.dropoff?.isTicked ?? false,
      location_id: locationOf(memory, clinic),
    };
  },
  createHold: (memory, clinic) => ({ ...pickedTime(memory, 'from_date'), ...ofVisit(memory, clinic) }),
  checkTimeSlot: (memory, clinic) => ({ ...pickedTime(memory, 'start_time'), ...ofVisit(memory, clinic) }),
  checkAccess: contactsChecked,
  checkAvailability: contactsChecked,
  initCode: (memory, _clinic, { body }, session) => {
    const { phone, email } = contactsOf(memory);
    if (!session || session.user.is_guest) return { phoneNumber: phone, email };
    return (body as { email?: string | null }).email
      ? { phoneNumber: null, email }
      : { phoneNumber: phone, email: null };
  },
  verifyCode: (memory, _clinic, { body }, session) => {
    const { phone, email } = contactsOf(memory);
    // An owner who is signed in proves one contact, the one that the form has changed (D-402).
    if (session && !session.user.is_guest)
      return (body as { email?: string | null }).email
        ? { code: memory.code, phoneNumber: null, email }
        : { code: memory.code, phoneNumber: phone, email: null };
    return {
      code: memory.code,
      phoneNumber: phone,
      email,
      firstName: memory.form ? tidy(memory.form.fields['firstName']) : null,
    };
  },
  upsertClient: ({ form }) => {
    if (!form) return { source: 'nothing: no form was shown' };
    const words = tidy(form.fields['firstName']).split(' ');
    const { phone, email } = contactsOfForm(form);
    const asked = (name: string) => tidy(form.fields[name]) || null;
    const hasAddress = ['address1', 'address2', 'city', 'state', 'zip'].some((name) => asked(name));
    const part = (name: string) => (hasAddress ? (tidy(form.fields[name]) ?? '') : null);
    return {
      first_name: words.slice(0, -1).join(' '),
      last_name: words.at(-1),
      phone,
      email,
      address1: part('address1'),
      address2: part('address2'),
      city: part('city'),
      state: part('state'),
      zip: part('zip'),
    };
  },
  updateProfile: ({ form }, _clinic, { body }) => {
    const said = form
      ? {
          firstName: tidy(form.fields['firstName']),
          email: contactsOfForm(form).email,
          phoneNumber: contactsOfForm(form).phone,
        }
      : {};
    return Object.fromEntries(Object.entries(said).filter(([name]) => name in (body as object)));
  },
  createAppointment: (memory, clinic, { body }, session) => booking(memory, clinic, body as CreateAppointment, session),
  startPayment: (memory, _clinic, { body }) => ({
    product_id: memory.visit && typesIn(memory.visit)[0],
    amount: (body as { amount?: unknown }).amount,
  }),
};

/** What the booking that travels with a deposit says (D-215). */
export function wrongFieldsOfPayment(sent: Sent, memory: Memory, clinic: Clinic, session: Session | null): string[] {
  const { booking: body } = sent.body as { booking?: CreateAppointment | null };
  return body
    ? wrongFields({ ...sent, name: 'createAppointment', body }, memory, clinic, session).map((line) =>
        line.replace('createAppointment', 'startPayment.booking'),
      )
    : [];
}

const tidy = (text: string | undefined): string => (text ?? '').trim().replace(/\s+/g, ' ');
/** A note without the punctuation that goes where it stands in no number (VAL-21). */
const plain = (note: string): string =>
  note
    .replace(/[,;!?](?!\d)/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));
const typesIn = (visit: VisitShown): string[] => (visit.type.value === '' ? [] : visit.type.value.split(','));
const namedIn = (visit: VisitShown): string | null =>
  visit.clinician && visit.clinician.value !== 'any' ? visit.clinician.value || null : null;

const locationOf = (memory: Memory, { settings }: Clinic): string | null =>
  settings.locations === 'off' ? null : settings.locations === 'one' ? (locations[0]?.id ?? null) : memory.location;

/** Who does the shown type there, and takes drop-offs where one is wished. */
function eligibleFor(visit: VisitShown, memory: Memory, clinic: Clinic): string[] {
  const types = productsOf(clinic.settings).filter(({ id }) => typesIn(visit).includes(id));
  const there = locations.find(({ id }) => id === locationOf(memory, clinic))?.provider_user_ids;
  return providers
    .filter(
      ({ id, maxDropoffs }) =>
        types.every(({ providerIds }) => providerIds.includes(id)) &&
        !(visit.dropoff?.isTicked && maxDropoffs === 0) &&
        (there?.includes(id) ?? true),
    )
    .map(({ id }) => id);
}

const pickedTime = ({ picked }: Memory, field: string): Expected => ({
  [field]: picked?.dateTime,
  provider_id: picked?.provider_id,
  room_id: picked?.room_id,
  ...segments(picked),
});
const segments = (slot: Memory['picked']): Expected => ({
  secondary_date_time: slot?.secondary_date_time,
  secondary_date_time_provider_id: slot?.secondary_date_time_provider_id,
  secondary_room_id: slot?.secondary_room_id,
});
const ofVisit = (memory: Memory, clinic: Clinic): Expected => ({
  appointment_type_id: memory.visit && typesIn(memory.visit)[0],
  location_id: locationOf(memory, clinic),
  is_dropoff: memory.visit?.dropoff?.isTicked ?? false,
});

const digits = (text: string | undefined): string | null => (text ?? '').replace(/\D/g, '') || null;
const contactsOfForm = ({ fields }: FormShown) => ({
  phone: digits(fields['phoneNumber']),
  email: fields['email']?.trim() || null,
});
const contactsOf = ({ form, lookup }: Memory) =>
  form ? contactsOfForm(form) : { phone: digits(lookup?.phone), email: lookup?.email.trim() || null };
function contactsChecked(memory: Memory): Expected {
  return contactsOf(memory);
}

/** What the visit's create call must say of all that was shown; a control that was not shown says nothing. */
function booking(memory: Memory, clinic: Clinic, body: CreateAppointment, session: Session | null): Expected {
  const { visit, form, picked } = memory;
  if (!visit || !form || !picked) return { source: 'nothing: not all of it was shown' };
  const { settings } = clinic;
  const named = namedIn(visit);
  const pet = petsOf(settings).find(({ id }) => id === form.fields['patientId']);
  const consent = form.isVirtual || form.boxes['allowRemind'] === true;
  const record = session && clinic.clients.get(session.user.id);
  return {
    products: typesIn(visit).map((id) => ({
      id,
      anyone: named === null,
      providerId: picked.provider_id,
      label: productsOf(settings).find((each) => each.id === id)?.name,
    })),
    specific_doctor_requested: named !== null,
    requested_provider_id:
      named !== null && (named !== picked.provider_id || picked.secondary_date_time) ? named : undefined,
    userId: session?.user.id,
    date: picked.dateTime,
    roomId: picked.room_id,
    ...segments(picked),
    location_id: locationOf(memory, clinic),
    isDropoff: visit.dropoff?.isTicked ?? false,
    speciesId: visit.species.value,
    speciesName: species.find(({ id }) => id === visit.species.value)?.name,
    patientName: pet ? pet.name : tidy(form.fields['petName'] ?? form.labels['patientId']),
    note: plain(form.fields['note'] ?? '').trim() || null,
    isReminderSMS: consent,
    isReminderEmail: consent,
    isSendConfirmation: consent,
    has_wellness_plan: form.boxes['hasWellnessPlan'] ?? null,
    client_dob: form.fields['clientDob'] || null,
    ...demographics(form, visit.species.value),
    isReturningClient: record ? clinic.isReturning(session.user.id) : memory.kind === 'returning',
    confirmed_keyword_action: memory.passed,
    time_slot_calendar_id: settings.times === 'held' ? body.time_slot_calendar_id : null,
  };
}

/** The shown answers about the pet; a row that was not there answers nothing. */
function demographics(form: FormShown, speciesId: string): Expected {
  const { fields, labels } = form;
  const own = (sexes[speciesId] ?? []).length > 0;
  const breed = (breeds[speciesId] ?? []).find(
    ({ display_name }) => display_name.toLowerCase() === tidy(fields['breed']).toLowerCase(),
  );
  return {
    sex: fields['sex'] ? (own ? labels['sex'] : fields['sex']) : null,
    patient_sex_id: fields['sex'] && own ? fields['sex'] : null,
    birthdate: fields['birthdate'] || null,
    breed: breed?.display_name ?? (tidy(fields['breed']) || null),
    breed_id: fields['breed'] === undefined ? null : (breed?.id ?? null),
    patient_color_id: (colors[speciesId] ?? []).find(({ id }) => id === fields['patient_color_id'])?.id ?? null,
  };
}
