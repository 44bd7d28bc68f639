import type { Appointment, CreateAppointment } from '../../../../../src/contract/appointments';
import type { User, WaitingContact } from '../../../../../src/contract/auth';
import type { DateSlot, TimeSlot } from '../../../../../src/contract/availability';
import type { ClientRecord } from '../../../../../src/contract/clients';
import { errorReplies, type ErrorCode } from '../../../../../src/contract/errors';
import type { PaymentRequest } from '../../../../../src/contract/payments';
import type { Shop } from '../../../../../src/contract/shop';
import * as limits from '../../../../../src/limits';
import {
  breeds,
  colors,
  firstBy,
  keywordActionsOf,
  locations,
  petsOf,
  productsOf,
  providers,
  sexes,
  shopOf,
  species,
  type Settings,
} from './settings';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A refusal with its code. */
export class Refused extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message = errorReplies[code].message) {
    super(message);
    this.code = code;
  }
}

export type Session = { id: string; user: User };
export type Hold = { id: string; sessionId: string; at: string; expire: number; isExtended: boolean };
export type Payment = {
  request: PaymentRequest;
  booking: CreateAppointment | null;
  bookingKey: string | null;
  at: string | null;
  card: 'none' | 'good' | 'bad';
  charges: number;
};
export type Booked = {
  appointment: Appointment;
  key: string | null;
  userId: string;
  body: CreateAppointment;
  paymentId: string | null;
};
type Call = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: never;
  key: string | null;
  session: Session | null;
};
type Handler = (call: Call) => unknown;

export const riley: User = {
  id: 'user-riley',
  firstName: 'Riley Park',
  email: 'riley@example.com',
  phoneCode: '1',
  phoneNumber: '5125550142',
  avatar: null,
  is_guest: false,
};

/** A clinic with a truth of its own: who is who, what is taken, what was sent, booked and paid. It knows nothing of the page. */
export class Clinic {
  readonly settings: Settings;
  readonly now: () => number;
  readonly shop: Shop;
  readonly sessions = new Map<string, Session>();
  readonly clients = new Map<string, ClientRecord>();
  readonly holds: Hold[] = [];
  readonly taken = new Set<string>();
  readonly codes: { sessionId: string; to: string; code: string; usedAt: number | null }[] = [];
  readonly booked: Booked[] = [];
  readonly payments: Payment[] = [];
  /** Every start that was ever offered, by date and label; the latest offer of it counts. */
  readonly offered = new Map<string, TimeSlot>();
  /** How often a time was refused as taken. */
  refusals = 0;
  #count = 0;

  constructor(settings: Settings, now: () => number) {
    this.settings = settings;
    this.now = now;
    this.shop = shopOf(settings);
    const created = settings.record === 'old' ? '2020-01-01T00:00:00.000Z' : new Date(now() - 2 * HOUR).toISOString();
    if (settings.record !== 'none') {
      this.clients.set(riley.id, {
        id: 'client-riley',
        first_name: 'Riley',
        last_name: 'Park',
        email: riley.email,
        phone: '+15125550142',
        address1: '1 Oak St',
        city: 'Austin',
        state: 'TX',
        zip: '78701',
        created_at: created,
        patients: petsOf(settings),
      });
    }
  }

  next(kind: string): string {
    return `${kind}-${++this.#count}`;
  }

  open(user: User | null): { token: string; user: User } {
    const token = this.next('token-0000000000');
    const id = this.next('session');
    const given = user ?? {
      id: this.next('user'),
      firstName: null,
      email: null,
      phoneCode: null,
      phoneNumber: null,
      avatar: null,
      is_guest: true,
    };
    this.sessions.set(token, { id, user: given });
    return { token, user: given };
  }

  /** Whether a user of the clinic counts as returning: an old record, by the clinic's own clock. */
  isReturning(userId: string): boolean {
    const created = this.clients.get(userId)?.created_at;
    return Boolean(created) && this.now() - Date.parse(created ?? '') > 12 * HOUR;
  }

  liveHold(sessionId: string | undefined): Hold | null {
    return this.holds.find((hold) => hold.sessionId === sessionId && hold.expire > this.now()) ?? null;
  }

  /** Whether a code is good: a used one for a moment more, since the reply may have been lost. */
  isUsable({ usedAt }: { usedAt: number | null }): boolean {
    return usedAt === null || this.now() - usedAt < limits.previousTokenMs;
  }

  #isFree(at: string, sessionId: string | undefined): boolean {
    if (this.taken.has(at)) return false;
    if (this.holds.some((hold) => hold.at === at && hold.sessionId !== sessionId && hold.expire > this.now()))
      return false;
    return !this.booked.some(({ appointment }) => appointment.fromDate === at);
  }

  #gone(): never {
    this.refusals += 1;
    throw new Refused('slot_gone');
  }

  /** Offers three times on each of the days asked for, from tomorrow on. */
  #search(
    body: { productIds: string[]; providerIds: string[]; date: string; days_to_check: number },
    session: Session | null,
  ): { data: DateSlot[]; searched_to: string } {
    const days = Array.from({ length: Math.min(body.days_to_check, 4) }, (_, day) =>
      new Date(Date.parse(`${body.date}T00:00:00Z`) + day * 24 * HOUR).toISOString().slice(0, 10),
    );
    const [productId = ''] = body.productIds;
    const first = firstBy[productId];
    const data = days.flatMap((date): DateSlot[] => {
      if (Date.parse(`${date}T06:00:00Z`) <= this.now()) return [];
      const times = [9, 10, 11].flatMap((hour, index): TimeSlot[] => {
        const dateTime = new Date(Date.parse(`${date}T06:00:00Z`) + hour * HOUR).toISOString();
        const main =
          body.providerIds.filter((id) => id !== first)[index % 2] ?? body.providerIds.find((id) => id !== first);
        const provider_id = first ?? main;
        if (!this.#isFree(dateTime, session?.id) || provider_id === undefined || (first && !main)) return [];
        const second = first
          ? {
              secondary_date_time: new Date(Date.parse(dateTime) + 30 * MINUTE).toISOString(),
              secondary_date_time_provider_id: main,
              secondary_room_id: 'room-2',
            }
          : {};
        return [
          {
            label: `${hour}:00am`,
            value: dateTime,
            enabled: true,
            dateTime,
            provider_id,
            room_id: 'room-1',
            ...second,
          },
        ];
      });
      times.forEach((time) => this.offered.set(`${date} ${time.label}`, time));
      return times.length === 0 ? [] : [{ date, available: times.length, times, use_time_slots: true }];
    });
    return { data, searched_to: days.at(-1) ?? body.date };
  }

  /** Books by a create call or by a payment that was made (D-215). */
  book(
    body: CreateAppointment,
    userId: string,
    key: string | null,
    sessionId: string | undefined,
    payment: Payment | null,
  ): Appointment {
    const earlier = this.booked.find((each) => key !== null && each.key === key);
    if (earlier) {
      if (
        JSON.stringify({ ...earlier.body, deposit_paid: null }) !== JSON.stringify({ ...body, deposit_paid: null }) &&
        !payment
      )
        throw new Refused('idempotency_mismatch');
      return earlier.appointment;
    }
    const isOwn = this.payments.some((each) => each.at === body.date && each.request.completed_at !== null);
    if (!isOwn && !payment && !this.#isFree(body.date, sessionId)) this.#gone();
    const slot = [...this.offered.values()].find((each) => each.dateTime === body.date);
    if (!slot || body.products[0]?.providerId !== slot.provider_id) this.#gone();
    const client = this.clients.get(userId);
    if (!client) throw new Refused('not_allowed');
    const paid =
      payment ??
      this.payments.find(
        (each) =>
          each.request.completed_at !== null &&
          each.request.appointment_id === null &&
          each.request.product_id === body.products[0]?.id,
      ) ??
      null;
    const type = productsOf(this.settings).find(({ id }) => id === body.products[0]?.id);
    const isDue =
      type?.metadata.depositRequiredBeforeBooking === true &&
      (this.isReturning(userId)
        ? type.metadata.collectDepositFromReturningClients
        : type.metadata.collectDepositFromNewClients) === true;
    const isRequest = !this.settings.isAutoAccept || (isDue && !paid);
    const provider = providers.find(({ id }) => id === slot.provider_id);
    const appointment: Appointment = {
      id: this.next('appointment'),
      fromDate: body.date,
      toDate: new Date(Date.parse(body.date) + (type?.metadata.time ?? 30) * MINUTE).toISOString(),
      status: isRequest ? 'REQUESTED' : 'ACCEPTED',
      items: body.products.map(({ id, label }) => ({
        clientId: client.id,
        providerId: provider?.id ?? null,
        metadata: {
          providerName: provider?.firstName ?? null,
          providerAvatar: null,
          productId: id,
          productName: label,
          patientName: body.patientName,
          productTime: 30,
        },
      })),
      providers: [],
    };
    this.booked.push({ appointment, key, userId, body, paymentId: paid?.request.id ?? null });
    if (paid) paid.request = { ...paid.request, appointment_id: appointment.id };
    this.holds.splice(0, this.holds.length, ...this.holds.filter((hold) => hold.sessionId !== sessionId));
    return appointment;
  }

  /** Charges a confirmed card; its booking is made with it. */
  charge(payment: Payment, session: Session | null): PaymentRequest {
    if (payment.request.completed_at !== null) throw new Refused('conflict');
    if (payment.card !== 'good') throw new Refused('not_allowed', 'Please enter a card.');
    payment.charges += 1;
    payment.request = {
      ...payment.request,
      status: 'complete',
      completed_at: new Date(this.now()).toISOString(),
      confirmation_number: 'C-1',
      client_secret: null,
    };
    if (payment.booking && session) {
      const appointment = this.book(payment.booking, session.user.id, payment.bookingKey, session.id, payment);
      payment.request = { ...payment.request, appointment_id: appointment.id };
    }
    return payment.request;
  }

  #userOf(call: Call): User {
    if (!call.session) throw new Refused('unauthorized');
    return call.session.user;
  }

  #payment(id: string): Payment {
    const found = this.payments.find(({ request }) => request.id === id);
    if (!found) throw new Refused('not_found');
    return found;
  }

  #signIn(
    call: Call,
    contacts: { email?: string | null; phoneNumber?: string | null },
    firstName: string | null,
  ): { token: string; user: User } {
    const isRiley = contacts.phoneNumber === riley.phoneNumber || contacts.email?.toLowerCase() === riley.email;
    const known = [...this.sessions.values()].find(
      ({ user }) =>
        !user.is_guest &&
        (isRiley ? user.id === riley.id : user.email === contacts.email && user.phoneNumber === contacts.phoneNumber),
    )?.user;
    const user =
      known ??
      (isRiley
        ? riley
        : {
            ...this.#userOf(call),
            firstName,
            email: contacts.email || null,
            phoneNumber: contacts.phoneNumber || null,
            phoneCode: '1',
            is_guest: false,
          });
    const token = this.next('token-0000000000');
    // The session goes on under a new token, with what it holds.
    this.sessions.set(token, { id: call.session?.id ?? this.next('session'), user });
    return { token, user };
  }

  /** A signed-in owner proves a contact that waited (D-402). */
  #prove(call: Call, { email, phoneNumber }: WaitingContact): { token: string; user: User } {
    const { waiting = [] } = this.#userOf(call);
    const user = this.#changeUser(call, {
      ...(email ? { email } : { phoneNumber }),
      waiting: waiting.filter((each) => (each.email ?? each.phoneNumber) !== (email ?? phoneNumber)),
    });
    const record = this.clients.get(user.id);
    if (record) this.clients.set(user.id, { ...record, ...(email ? { email } : { phone: `+1${phoneNumber}` }) });
    const token = this.next('token-0000000000');
    this.sessions.set(token, { id: call.session?.id ?? this.next('session'), user });
    return { token, user };
  }

  /** What each call of the contract does here, by name. */
  readonly handlers: Readonly<Record<string, Handler>> = {
    getShop: () => this.shop,
    guestSignIn: () => this.open(null),
    listSpecies: () => ({ data: species }),
    listProducts: () => productsOf(this.settings),
    listProviders: () => ({ content: providers }),
    listLocations: () =>
      this.settings.locations === 'off'
        ? []
        : locations.map(({ id, name }) => ({ id, name })).slice(0, this.settings.locations === 'one' ? 1 : 2),
    listKeywordActions: () => keywordActionsOf(this.settings),
    listBreeds: ({ query }) => breeds[query['species_id'] ?? ''] ?? [],
    listPatientColors: ({ query }) => colors[query['species_id'] ?? ''] ?? [],
    listPatientSexes: ({ query }) => sexes[query['species_id'] ?? ''] ?? [],
    openTimes: ({ body, session }) => this.#search(body, session),
    createHold: ({ body, session }) => {
      const { from_date: at } = body as { from_date: string };
      if (!session) throw new Refused('unauthorized');
      if (!this.#isFree(at, session.id)) this.#gone();
      const hold = {
        id: this.next('hold'),
        sessionId: session.id,
        at,
        expire: this.now() + 10 * MINUTE,
        isExtended: false,
      };
      this.holds.splice(0, this.holds.length, ...this.holds.filter(({ sessionId }) => sessionId !== session.id), hold);
      return { id: hold.id, expire: new Date(hold.expire).toISOString() };
    },
    extendHold: ({ params, session }) => {
      const hold = this.holds.find(({ id, sessionId }) => id === params['id'] && sessionId === session?.id);
      if (!hold || hold.expire <= this.now()) return this.#gone();
      if (hold.isExtended || hold.expire - this.now() > MINUTE + 5000) throw new Refused('not_allowed');
      Object.assign(hold, { isExtended: true, expire: hold.expire + 10 * MINUTE });
      return { id: hold.id, expire: new Date(hold.expire).toISOString() };
    },
    checkTimeSlot: ({ body, session }) => {
      const available = this.#isFree((body as { start_time: string }).start_time, session?.id);
      if (!available) this.refusals += 1;
      return { available };
    },
    checkAccess: () => ({ pass: true }),
    checkAvailability: () => ({ available: true }),
    initCode: ({ body, session }) => {
      const { phoneNumber, email } = body as { phoneNumber?: string | null; email?: string | null };
      if (!session) throw new Refused('unauthorized');
      this.codes.push({
        sessionId: session.id,
        to: phoneNumber || email || '',
        code: String(100_000 + this.codes.length),
        usedAt: null,
      });
      return { sent: true };
    },
    verifyCode: (call) => {
      const { code, ...contacts } = call.body as {
        code: string;
        email?: string | null;
        phoneNumber?: string | null;
        firstName?: string;
      };
      const sent = this.codes.findLast(
        ({ sessionId, to }) => sessionId === call.session?.id && to === (contacts.phoneNumber || contacts.email),
      );
      if (!sent || !this.isUsable(sent) || sent.code !== code) throw new Refused('InvalidCode');
      sent.usedAt ??= this.now();
      const changed = this.#userOf(call).waiting?.find((each) => (each.email ?? each.phoneNumber) === sent.to);
      if (changed) return this.#prove(call, changed);
      return this.#signIn(call, contacts, contacts.firstName ?? null);
    },
    signIn: (call) => {
      if ((call.body as { password: string }).password !== 'biscuit-and-juniper') throw new Refused('wrong_password');
      return this.#signIn(call, riley, null);
    },
    refreshToken: (call) => ({ token: this.tokenOf(call.session), user: this.#userOf(call) }),
    logout: (call) => {
      this.sessions.delete(this.tokenOf(call.session));
      return { ended: true };
    },
    getProfile: (call) => this.#userOf(call),
    updateName: (call) => this.#changeUser(call, call.body),
    updateProfile: (call) => {
      const user = this.#userOf(call);
      const { firstName, email, phoneNumber } = call.body as {
        firstName?: string;
        email?: string;
        phoneNumber?: string;
      };
      const waiting = [
        ...(user.waiting ?? []).filter((each) => (each.email === null ? phoneNumber : email) === undefined),
        ...(phoneNumber && phoneNumber !== user.phoneNumber ? [{ email: null, phoneCode: '1', phoneNumber }] : []),
        ...(email && email.toLowerCase() !== user.email
          ? [{ email: email.toLowerCase(), phoneCode: null, phoneNumber: null }]
          : []),
      ];
      return this.#changeUser(call, { firstName: firstName ?? user.firstName, waiting });
    },
    clientByUser: (call) => this.clients.get(this.#userOf(call).id) ?? null,
    findAndSyncClient: (call) => this.clients.get(this.#userOf(call).id) ?? null,
    upsertClient: (call) => {
      const { id } = this.#userOf(call);
      const {
        first_name,
        last_name,
        email = null,
        phone = null,
      } = call.body as { first_name: string; last_name: string; email?: string | null; phone?: string | null };
      const before = this.clients.get(id) ?? {
        id: this.next('client'),
        email,
        phone,
        created_at: new Date(this.now()).toISOString(),
        patients: [],
      };
      const record = { ...before, first_name, last_name };
      this.clients.set(id, record);
      return record;
    },
    createAppointment: ({ body, key, session }) => this.book(body, session?.user.id ?? '', key, session?.id, null),
    listAppointments: (call) => ({
      content:
        call.query['type'] === 'history'
          ? this.#past(this.#userOf(call))
          : this.booked.filter(({ userId }) => userId === this.#userOf(call).id).map(({ appointment }) => appointment),
    }),
    getAppointment: ({ params }) => this.#appointment(params['id']),
    enableReminders: ({ params }) => this.#appointment(params['id']),
    acceptRequest: ({ params }) => {
      const appointment = this.#appointment(params['id']);
      const isPaid = this.payments.some(
        ({ request }) => request.appointment_id === appointment.id && request.completed_at !== null,
      );
      if (!this.settings.isAutoAccept || !isPaid) throw new Refused('not_found');
      return Object.assign(appointment, { status: 'ACCEPTED' });
    },
    listVaccinations: () => [],
    listMedications: () => [],
    listRefills: () => [],
    recordBookingSession: () => ({ recorded: true }),
    startPayment: (call) => {
      const body = call.body as {
        product_id: string;
        appointment_id?: string | null;
        booking?: CreateAppointment | null;
        booking_key?: string | null;
      };
      const paid = this.payments.find(
        ({ request }) =>
          request.completed_at !== null &&
          request.product_id === body.product_id &&
          (body.appointment_id ? request.appointment_id === body.appointment_id : request.appointment_id === null),
      );
      if (paid) return paid.request;
      if (body.booking && !this.#isFree(body.booking.date, call.session?.id)) this.#gone();
      const slot = body.booking && [...this.offered.values()].find((each) => each.dateTime === body.booking?.date);
      if (body.booking && slot?.provider_id !== body.booking.products[0]?.providerId) this.#gone();
      const id = this.next('payment');
      const request: PaymentRequest = {
        id,
        client_secret: `secret-${id}`,
        client_name: 'Riley Park',
        completed_at: null,
        amount: 25,
        confirmation_number: null,
        status: 'pending',
        expires_at: new Date(this.now() + 30 * MINUTE).toISOString(),
        appointment_id: body.appointment_id ?? null,
        product_id: body.product_id,
      };
      this.payments.push({
        request,
        booking: body.booking ?? null,
        bookingKey: body.booking_key ?? null,
        at: body.booking?.date ?? null,
        card: 'none',
        charges: 0,
      });
      const hold = this.liveHold(call.session?.id);
      if (hold && body.booking) hold.expire = this.now() + 30 * MINUTE;
      return request;
    },
    confirmDemoCard: ({ body }) => {
      const { client_secret, card_number } = body as { client_secret: string; card_number: string };
      const payment = this.#payment(client_secret.replace('secret-', ''));
      payment.card = card_number === '4242424242424242' ? 'good' : 'bad';
      return payment.card === 'good'
        ? { status: 'succeeded' }
        : { status: 'failed', message: 'Your card was declined.' };
    },
    chargePaymentMethod: ({ body, session }) =>
      this.charge(this.#payment((body as { payment_request_id: string }).payment_request_id), session),
    linkPayment: ({ params }) => this.#payment(params['id'] ?? '').request,
    getPayment: ({ params }) => this.#payment(params['paymentId'] ?? '').request,
  };

  /** Riley's last visit: an examination and a grooming in one. */
  #past({ id }: User): Appointment[] {
    if (id !== riley.id || this.settings.record !== 'old') return [];
    const item = (productId: string) => ({
      clientId: 'client-riley',
      providerId: 'ada',
      metadata: {
        providerName: 'Ada',
        providerAvatar: null,
        productId,
        productName: `The ${productId}`,
        patientName: 'Biscuit',
        productTime: 30,
      },
    });
    return [
      {
        id: 'past',
        fromDate: '2026-03-02T15:00:00.000Z',
        toDate: '2026-03-02T16:00:00.000Z',
        status: 'DONE',
        items: [item('exam'), item('groom')],
        providers: [],
      },
    ];
  }

  tokenOf(session: Session | null): string {
    return [...this.sessions].find(([, each]) => each === session)?.[0] ?? '';
  }

  #changeUser(call: Call, change: object): User {
    const user = { ...this.#userOf(call), ...change };
    if (call.session) call.session.user = user;
    return user;
  }

  #appointment(id: string | undefined): Appointment {
    const found = this.booked.find(({ appointment }) => appointment.id === id);
    if (!found) throw new Refused('not_found');
    return found.appointment;
  }
}
