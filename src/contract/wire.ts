import { define, size, string, type } from 'superstruct';
import { clinicIdPattern } from './clinicAddress';

/** A record's id: 1 to 128 characters. */
export const id = () => size(string(), 1, 128);

/** A uuid of any version, in capital or small letters. */
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value is a uuid, such as the key that a caller made for the Idempotency-Key header. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value);

/** A uuid, such as the key that the caller makes for the Idempotency-Key header. */
export const uuid = () => define<string>('uuid', (value) => isUuid(value) || 'must be a uuid');

export const clinicId = () =>
  define<string>(
    'clinic id',
    (value) => (typeof value === 'string' && clinicIdPattern.test(value)) || 'must be 2 to 63 of a-z, 0-9 and -',
  );

/** An instant as ISO 8601 in UTC, `2026-11-21T15:00:00.000Z` (D-212). */
export const instant = () =>
  define<string>(
    'instant',
    (value) =>
      (typeof value === 'string' &&
        /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(value) &&
        !Number.isNaN(Date.parse(value))) ||
      'must be an ISO 8601 instant in UTC',
  );

/** A calendar date `YYYY-MM-DD` that exists (D-212). */
export const calendarDate = () =>
  define<string>('calendar date', (value) => isCalendarDate(value) || 'must be a calendar date, YYYY-MM-DD');

/** Whether a value is a calendar date `YYYY-MM-DD` that exists. */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === value;
}

const tenDigits = /^\d{10}$/;

/** A phone number in E.164 form, such as +15125550100. */
export const e164 = /^\+[1-9]\d{7,14}$/;

/** Ten digits, the form in which phones are sent beside phoneCode (D-220). */
export const phoneDigits = () =>
  define<string>('ten digits', (value) => (typeof value === 'string' && tenDigits.test(value)) || 'must be ten digits');

/** Ten digits, or a number of another country in E.164, which contains its own country code (D-403). */
export const anyPhone = () =>
  define<string>(
    'phone',
    (value) =>
      (typeof value === 'string' && (tenDigits.test(value) || e164.test(value))) ||
      'must be ten digits, or + with a country code',
  );

/** Text of at most `max` characters. It only guards the API; the forms have their own messages. */
export const text = (max: number) => size(string(), 0, max);

/** The answer to a request to the clinic: the request's id and the server's time. */
export const Receipt = type({ id: id(), created_at: instant() });
