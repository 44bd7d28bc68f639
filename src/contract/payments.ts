import { boolean, literal, nullable, number, object, optional, string, type, type Infer } from 'superstruct';
import { CreateAppointment } from './appointments';
import { endpoint } from './endpoint';
import { id, instant, text, uuid } from './wire';

/** What the card provider wants next; only an https redirect leaves the page (DEP-17, D-208). */
export const NextAction = type({ type: string(), redirect_to_url: optional(nullable(type({ url: string() }))) });

/**
 * A deposit to pay (ENT-17). `amount` is dollars (D-101). The client_secret goes only to the session that started the
 * payment.
 */
export const PaymentRequest = type({
  id: id(),
  client_secret: optional(nullable(string())),
  platform_customer_id: optional(nullable(string())),
  client_name: nullable(string()),
  completed_at: nullable(instant()),
  amount: number(),
  confirmation_number: nullable(string()),
  /**
   * pending, requires_action, processing, complete, failed or expired; a failed one may be paid with another card. A
   * paid one that is given back is refunding, then refunded (D-414).
   */
  status: string(),
  /** The last digits of the card that was charged. */
  card_last4: optional(nullable(string())),
  /** Why the card was refused, in the provider's words (DEP-23). */
  message: optional(nullable(string())),
  /** Until when the deposit can be paid and its time is kept (D-215); null without an end. */
  expires_at: optional(nullable(instant())),
  stripe_public_key: optional(nullable(string())),
  stripe_account: optional(nullable(string())),
  next_action: optional(nullable(NextAction)),
  appointment_id: optional(nullable(id())),
  /** The appointment's status; DONE once it has begun, so that whoever opens the link is told what is true (D-40). */
  appointment_status: optional(nullable(string())),
  product_id: optional(nullable(id())),
});
export type PaymentRequest = Infer<typeof PaymentRequest>;

/**
 * POST /payment_requests/start_payment (API-51, D-98, D-207): prices the deposit and opens it at the card provider.
 * `booking` is the create call's body, and `booking_key` the Idempotency-Key with which the draft creates the
 * appointment. The time stays claimed until the payment ends, and paying creates the appointment under that key
 * (D-215). A deposit that is paid already comes back as complete. 404; 409 slot_gone; 422 not_allowed; 503 unavailable.
 */
export const startPayment = endpoint({
  name: 'startPayment',
  method: 'POST',
  path: '/payment_requests/start_payment',
  access: 'owner',
  silent: true,
  body: object({
    payment_type: literal('DEPOSIT'),
    product_id: id(),
    client_id: optional(nullable(id())),
    appointment_id: optional(nullable(id())),
    created_by: optional(nullable(id())),
    source: literal('client_booking'),
    booking: optional(nullable(CreateAppointment)),
    booking_key: optional(nullable(uuid())),
  }),
  response: PaymentRequest,
  idempotent: true,
});

/**
 * POST /payment_requests/charge_payment_method (API-52, D-98): charges the card that was confirmed in this visit, once,
 * however often the call is sent. `client_secret` is the one that the card was confirmed with; where the payment has a
 * newer place for a card by now, nothing is charged. `new_card` charges nothing: it reads a charge that is under way,
 * and otherwise returns a place that has no card yet. 404; 409 conflict when already paid, ended or replaced, or
 * slot_gone; 422 not_allowed; 503 unavailable.
 */
export const chargePaymentMethod = endpoint({
  name: 'chargePaymentMethod',
  method: 'POST',
  path: '/payment_requests/charge_payment_method',
  access: 'session',
  silent: true,
  body: object({
    payment_request_id: id(),
    client_id: optional(nullable(id())),
    platform_customer_id: optional(nullable(string())),
    client_secret: optional(nullable(text(255))),
    new_card: optional(boolean()),
  }),
  response: PaymentRequest,
});

/**
 * PUT /payment_requests/{id} (API-53): links the payment to its appointment. 404; 409 conflict when either has another;
 * 422 not_allowed.
 */
export const linkPayment = endpoint({
  name: 'linkPayment',
  method: 'PUT',
  path: '/payment_requests/:id',
  access: 'owner',
  silent: true,
  params: object({ id: id() }),
  body: object({ id: id(), appointment_id: id() }),
  response: PaymentRequest,
});

/**
 * GET /payment_requests/ppid/{paymentId} (API-54, D-40, D-13): the payment as the card provider knows it now. Whoever
 * knows its id may read it. 404.
 */
export const getPayment = endpoint({
  name: 'getPayment',
  method: 'GET',
  path: '/payment_requests/ppid/:paymentId',
  access: 'session',
  silent: true,
  params: object({ paymentId: id() }),
  response: PaymentRequest,
});
