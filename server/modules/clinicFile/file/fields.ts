import { define } from 'superstruct';
import { clinicIdPattern, reservedSegments } from '../../../../src/contract/clinicAddress';
import { isNumber, isText, rule } from '../../../../src/contract/fields';
import { e164, isCalendarDate } from '../../../../src/contract/wire';
import { simpleEmail } from '../../../../src/domain/validation/email';
import * as limits from '../../../../src/limits';

export { flag, https, id, number, text, whole } from '../../../../src/contract/fields';

/** Text with at least one visible character and at most `max` characters. */
export const name = (max = 255) =>
  rule<string>(
    'name',
    `must be a text of 1 to ${max} characters without control characters`,
    (value) => isText(value) && value.trim() !== '' && value.length <= max,
  );

export const clinicId = () =>
  define<string>('clinic id', (value) => {
    if (value === undefined) return 'is required';
    if (!isText(value) || !clinicIdPattern.test(value))
      return 'must be 2 to 63 of a-z, 0-9 and -, not beginning with -';
    return !reservedSegments.has(value) || 'is a reserved word';
  });

/** The id of a payment, which must be unguessable (D-217): 22 base64url characters are 132 bits. */
export const paymentId = () =>
  rule<string>(
    'payment id',
    'must be at least 22 letters, digits, - or _',
    (value) => isText(value) && /^[\w-]{22,128}$/.test(value),
  );

/** Dollars with at most two decimals. */
export const money = () =>
  rule<number>(
    'money',
    'must be an amount in dollars with at most two decimals',
    (value) =>
      isNumber(value) && value >= 0 && value <= 1_000_000 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  );

/** A phone number in E.164 form, as in all clinic files (D-220). */
export const phone = () =>
  rule<string>(
    'phone',
    'must be a phone number in E.164 form, like +15125550100',
    (value) => isText(value) && e164.test(value),
  );

/**
 * An e-mail address by the simple pattern (D-15), since an export may contain addresses that owners typed before each
 * mailbox had one spelling (D-410).
 */
export const email = () =>
  rule<string>(
    'email',
    'must be an e-mail address',
    (value) => isText(value) && value.length <= limits.emailMax && simpleEmail.test(value),
  );

export const date = () => rule<string>('date', 'must be a calendar date, YYYY-MM-DD', isCalendarDate);

export const instant = () =>
  rule<string>(
    'instant',
    'must be an ISO 8601 instant with its offset, like 2026-12-24T00:00:00-06:00',
    (value) =>
      isText(value) &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
      isCalendarDate(value.slice(0, 10)) &&
      !Number.isNaN(Date.parse(value)),
  );

/** A calendar date or an instant: practice software knows sometimes the one and sometimes the other. */
export const dateOrInstant = () =>
  rule<string>(
    'date',
    'must be a calendar date, YYYY-MM-DD, or an instant',
    (value) => isCalendarDate(value) || instant().is(value),
  );

/** A time of day on the clinic's clock; 24:00 is the end of the day. */
export const clock = () =>
  rule<string>(
    'time of day',
    'must be a time of day, HH:MM',
    (value) => isText(value) && (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) || value === '24:00'),
  );

/** A time zone; one that this server does not know is accepted too (D-413). */
export const timeZone = () =>
  rule<string>(
    'time zone',
    'must be an IANA time zone, like America/Chicago',
    (value) => isText(value) && value.trim() !== '' && value.length <= 64,
  );

export const picture = () =>
  rule<string>(
    'picture',
    'must be a data:image address (SVG, PNG, JPEG or WebP) or an https address',
    (value) =>
      isText(value) &&
      value.length <= 1_500_000 &&
      (/^data:image\/(svg\+xml|png|jpeg|webp)[;,]/.test(value) || (/^https:\/\//i.test(value) && URL.canParse(value))),
  );

export const oneOf = <T extends string>(...values: T[]) =>
  rule<T>('choice', `must be one of ${values.join(', ')}`, (value) => values.some((one) => one === value));
