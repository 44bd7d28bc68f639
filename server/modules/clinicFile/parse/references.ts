import { isEnabled } from '../../../../src/domain/shop/settings';
import { rowsOf, type Draft, type Placed, type Say } from './draft';
import { pathText, type Fault, type PathPart } from './faults';
import { checkClients, checkHours, checkProduct, checkSegments, checkShop } from './rules';

type Identified = Placed<{ id?: string | undefined }>[];
const idsOf = (rows: Identified): Set<string> => new Set(rows.flatMap(({ row }) => row.id ?? []));

/**
 * Returns the faults between fields: unknown and repeated ids, spans that end before they start, phones that disagree,
 * and the like.
 */
export function crossFaults(file: Draft, { demoMode }: { demoMode: boolean }): Fault[] {
  const faults: Fault[] = [];
  const say: Say = (at, message) => faults.push({ path: pathText(at), message });
  const lists = listsOf(file);
  const known = {
    location: idsOf(lists.locations),
    room: idsOf(lists.rooms),
    species: idsOf(lists.species),
    breed: idsOf(lists.breeds),
    color: idsOf(lists.colors),
    sex: idsOf(lists.sexes),
    product: idsOf(lists.products),
    provider: idsOf(lists.providers),
    client: idsOf(lists.clients),
    patient: idsOf(lists.patients),
    medication: idsOf(lists.medications),
    appointment: idsOf(lists.appointments),
  };
  const names: Record<keyof typeof known, string> = {
    location: 'location',
    room: 'room',
    species: 'species',
    breed: 'breed',
    color: 'patient color',
    sex: 'patient sex',
    product: 'product',
    provider: 'provider',
    client: 'client',
    patient: 'patient',
    medication: 'medication',
    appointment: 'appointment',
  };
  const mustBe = (kind: keyof typeof known, id: string | null | undefined, ...at: PathPart[]) => {
    if (id !== undefined && id !== null && !known[kind].has(id)) say(at, `there is no ${names[kind]} "${id}"`);
  };
  const mustAllBe = (kind: keyof typeof known, ids: (string | undefined)[] | undefined, ...at: PathPart[]) =>
    (ids ?? []).forEach((id, index) => mustBe(kind, id, ...at, index));

  for (const list of Object.values(lists)) sayRepeatedIds(list, say);
  checkShop(file, say, { demoMode, mustBeProduct: (id, ...at) => mustBe('product', id, ...at) });

  for (const { row, at } of lists.locations) {
    mustAllBe('product', row.product_ids, ...at, 'product_ids');
    mustAllBe('provider', row.provider_user_ids, ...at, 'provider_user_ids');
  }
  for (const { row, at } of lists.rooms) mustBe('location', row.location_id, ...at, 'location_id');
  for (const { row, at } of [...lists.breeds, ...lists.colors, ...lists.sexes])
    mustBe('species', row.species_id, ...at, 'species_id');
  for (const { row, at } of lists.products) {
    mustAllBe('provider', row.providerIds, ...at, 'providerIds');
    mustAllBe('species', row.metadata?.speciesIds, ...at, 'metadata', 'speciesIds');
    for (const segment of rowsOf(row.segments, ...at, 'segments'))
      mustAllBe('provider', segment.row.providerIds, ...segment.at, 'providerIds');
    checkProduct(row, at, say, {
      rooms: lists.rooms.length,
      deposits: isEnabled(file.shop?.feature_settings ?? {}, 'deposit_collection_v1_enabled'),
    });
  }
  for (const { row, at } of lists.providers) {
    checkHours(row, at, say);
    for (const one of rowsOf(row.hours, ...at, 'hours'))
      mustBe('location', one.row.location_id, ...one.at, 'location_id');
  }
  for (const { row, at } of lists.keywordActions) mustAllBe('product', row.product_ids, ...at, 'product_ids');
  checkClients(lists.clients, say, demoMode);
  for (const { row, at } of lists.patients) {
    mustBe('species', row.species_id, ...at, 'species_id');
    mustBe('breed', row.breed_id, ...at, 'breed_id');
    mustBe('color', row.patient_color_id, ...at, 'patient_color_id');
    mustBe('sex', row.patient_sex_id, ...at, 'patient_sex_id');
  }
  for (const { row, at } of lists.vaccinations) {
    if (row.issue_date && row.expiration_date && row.expiration_date < row.issue_date)
      say([...at, 'expiration_date'], 'must not be before issue_date');
  }
  const ownerOf = new Map(
    lists.clients.flatMap(({ row }) => (row.patients ?? []).map((one) => [one?.id, row.id] as const)),
  );
  const mustBeOwn = (
    { client_id: client, patient_id: patient }: { client_id?: string | undefined; patient_id?: string | undefined },
    at: PathPart[],
  ) => {
    if (
      patient !== undefined &&
      client !== undefined &&
      known.patient.has(patient) &&
      known.client.has(client) &&
      ownerOf.get(patient) !== client
    ) {
      say([...at, 'patient_id'], `is not a patient of client "${client}"`);
    }
  };
  for (const { row, at } of lists.appointments) {
    mustBe('client', row.client_id, ...at, 'client_id');
    mustBe('patient', row.patient_id, ...at, 'patient_id');
    mustBe('product', row.product_id, ...at, 'product_id');
    mustBe('provider', row.provider_id, ...at, 'provider_id');
    mustBe('room', row.room_id, ...at, 'room_id');
    mustBeOwn(row, at);
    if (row.fromDate && row.toDate && Date.parse(row.toDate) <= Date.parse(row.fromDate))
      say([...at, 'toDate'], 'must be after fromDate');
    for (const segment of rowsOf(row.details?.segments, ...at, 'details', 'segments')) {
      mustBe('provider', segment.row.providerId, ...segment.at, 'providerId');
      mustBe('room', segment.row.roomId, ...segment.at, 'roomId');
    }
    checkSegments(row, at, say);
  }
  for (const { row, at } of lists.payments) {
    mustBe('client', row.client_id, ...at, 'client_id');
    mustBe('product', row.product_id, ...at, 'product_id');
    mustBe('appointment', row.appointment_id, ...at, 'appointment_id');
    const due = row.refund && (row.refund.done_at === undefined ? 'refunding' : 'refunded');
    if (due && row.status !== due) say([...at, 'status'], `must be ${due}, as its refund says`);
    else if (!due && row.status === 'refunding') say([...at, 'refund'], 'is required while the payment is refunding');
  }
  for (const { row, at } of lists.refills) {
    mustBe('client', row.client_id, ...at, 'client_id');
    mustBe('patient', row.patient_id, ...at, 'patient_id');
    mustBe('medication', row.medication_id, ...at, 'medication_id');
    mustBeOwn(row, at);
  }
  for (const { row, at } of lists.waitlist) {
    mustBe('client', row.client_id, ...at, 'client_id');
    mustBe('appointment', row.appointment_id, ...at, 'appointment_id');
  }
  for (const { row, at } of rowsOf(file.access_blocks, 'access_blocks')) {
    if ('email' in row === 'phone' in row) say(at, 'must have either an email or a phone');
  }
  return faults;
}

/** Lists all records of the file by kind. Ids are unique within a kind, also across clients. */
function listsOf(file: Draft) {
  const clients = rowsOf(file.clients, 'clients');
  const patients = clients.flatMap(({ row, at }) => rowsOf(row.patients, ...at, 'patients'));
  return {
    locations: rowsOf(file.locations, 'locations'),
    rooms: rowsOf(file.rooms, 'rooms'),
    species: rowsOf(file.species, 'species'),
    breeds: rowsOf(file.breeds, 'breeds'),
    colors: rowsOf(file.patient_colors, 'patient_colors'),
    sexes: rowsOf(file.patient_sexes, 'patient_sexes'),
    products: rowsOf(file.products, 'products'),
    providers: rowsOf(file.providers, 'providers'),
    keywordActions: rowsOf(file.keyword_actions, 'keyword_actions'),
    clients,
    patients,
    vaccinations: patients.flatMap(({ row, at }) => rowsOf(row.vaccinations, ...at, 'vaccinations')),
    medications: patients.flatMap(({ row, at }) => rowsOf(row.medications, ...at, 'medications')),
    appointments: rowsOf(file.appointments, 'appointments'),
    payments: rowsOf(file.payment_requests, 'payment_requests'),
    refills: rowsOf(file.refills, 'refills'),
    waitlist: rowsOf(file.waitlist, 'waitlist'),
  };
}

function sayRepeatedIds(rows: Identified, say: Say): void {
  const first = new Map<string, PathPart[]>();
  for (const { row, at } of rows) {
    if (row.id === undefined) continue;
    const earlier = first.get(row.id);
    if (earlier) say([...at, 'id'], `is also the id of ${pathText(earlier)}`);
    else first.set(row.id, at);
  }
}
