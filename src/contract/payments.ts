import { literal, nullable, number, object, optional, string, type, type Infer } from 'superstruct';
import { CreateAppointment } from './appointments';
import { endpoint } from './endpoint';
import { id, instant } from './wire';

/** What the card provider wants next; only an https redirect leaves the page (DEP-17, D-208). */
export const NextAction = type({ type: string(), redirect_to_url: optional(nullable(type({ url: string() }))) });

/** ENT-17. `amount` is dollars (D-101). The client_secret goes only to the session that started the payment. */
export const PaymentRequest = type({
  id: id(),
  client_secret: optional(nullable(string())),
  platform_customer_id: optional(nullable(string())),
  client_name: nullable(string()),
  completed_at: nullable(instant()),
  amount: number(),
  confirmation_number: nullable(string()),
  status: string(),
  stripe_public_key: optional(nullable(string())),
  stripe_account: optional(nullable(string())),
  next_action: optional(nullable(NextAction)),
  appointment_id: optional(nullable(id())),
  product_id: optional(nullable(id())),
});
export type PaymentRequest = Infer<typeof PaymentRequest>;

/**
 * POST /payment_requests/start_payment (API-51, D-98, D-207): prices the deposit and opens it at the card provider.
 * `booking` is the create call's body; its time stays claimed until the payment ends (D-215). 409 slot_gone; 422 not_allowed.
 */
export const startPayment = endpoint({
  name: 'startPayment',
  method: 'POST',
  path: '/payment_requests/start_payment',
  access: 'owner',
  body: object({
    payment_type: literal('DEPOSIT'),
    product_id: id(),
    client_id: optional(nullable(id())),
    appointment_id: optional(nullable(id())),
    created_by: optional(nullable(id())),
    source: literal('client_booking'),
    booking: optional(nullable(CreateAppointment)),
  }),
  response: PaymentRequest,
  idempotent: true,
});

/** POST /payment_requests/charge_payment_method (API-52, D-98): charges the card confirmed in this visit. 409 conflict when already paid. */
export const chargePaymentMethod = endpoint({
  name: 'chargePaymentMethod',
  method: 'POST',
  path: '/payment_requests/charge_payment_method',
  access: 'session',
  body: object({ payment_request_id: id(), client_id: optional(nullable(id())), platform_customer_id: optional(nullable(string())) }),
  response: PaymentRequest,
});

/** PUT /payment_requests/{id} (API-53): links the payment to its appointment. */
export const linkPayment = endpoint({
  name: 'linkPayment',
  method: 'PUT',
  path: '/payment_requests/:id',
  access: 'owner',
  params: object({ id: id() }),
  body: object({ id: id(), appointment_id: id() }),
  response: PaymentRequest,
});

/** GET /payment_requests/ppid/{paymentId} (API-54, D-40): a payment link's request; its id is the secret. */
export const getPayment = endpoint({
  name: 'getPayment',
  method: 'GET',
  path: '/payment_requests/ppid/:paymentId',
  access: 'session',
  params: object({ paymentId: id() }),
  response: PaymentRequest,
});
