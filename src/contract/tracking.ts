import { boolean, integer, literal, max, min, nullable, number, object, optional, type } from 'superstruct';
import { endpoint } from './endpoint';
import { id, text } from './wire';

/** POST /booking_sessions (API-61, D-49): notes how far a visit of the booking page came; the page ignores errors. */
export const recordBookingSession = endpoint({
  name: 'recordBookingSession',
  method: 'POST',
  path: '/booking_sessions',
  access: 'session',
  body: object({
    session_id: id(),
    last_recorded_step: max(min(integer(), 0), 18),
    device_platform: optional(nullable(text(255))),
    device_cookies_allowed: optional(nullable(boolean())),
    device_user_agent: optional(nullable(text(512))),
    device_language: optional(nullable(text(64))),
    device_timezone: optional(nullable(text(64))),
    device_display_width: optional(nullable(number())),
    device_display_height: optional(nullable(number())),
    user_id: optional(nullable(id())),
    appointment_id: optional(nullable(id())),
    referral_source: optional(nullable(text(255))),
    referral_campaign: optional(nullable(text(255))),
    referral_medium: optional(nullable(text(255))),
  }),
  response: type({ recorded: literal(true) }),
  silent: true,
  aside: true,
});
