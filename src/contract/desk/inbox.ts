import {
  array,
  boolean,
  enums,
  integer,
  literal,
  nullable,
  number,
  object,
  optional,
  size,
  string,
  type,
  type Infer,
} from 'superstruct';
import { endpoint } from '../endpoint';
import { calendarDate, id, instant, text } from '../wire';

/**
 * What can wait for the clinic: a requested appointment, a refill, a place on the waitlist, a wish to be texted, a paid
 * deposit without a time, an owner who matches several records, a message that could not be delivered, a refund that
 * failed. An item's id is `KIND-ID` of the thing itself.
 */
export const itemKinds = [
  'request',
  'refill',
  'waitlist',
  'text_us',
  'deposit',
  'records',
  'undelivered',
  'refund',
] as const;
export const ItemKind = enums(itemKinds);
export type ItemKind = Infer<typeof ItemKind>;

/** The answers that staff can give; which of them fit an item is in its `actions`. */
export const answerNames = [
  'accept',
  'offer',
  'decline',
  'approve',
  'seen',
  'ready',
  'done',
  'offer_freed',
  'remove',
  'answered',
  'choose_time',
  'refund',
  'tie',
  'new_client',
  'merge',
  'send_other_way',
  'correct',
  'resend',
  'let_be',
  'retry',
] as const;
export const AnswerName = enums(answerNames);
export type AnswerName = Infer<typeof AnswerName>;

/** Why the clinic declines a visit, in the order of the keys; the owner reads the reason's sentence (D-424). */
export const visitReasons = ['no_time', 'emergency', 'not_treated', 'call_us', 'other'] as const;
export const VisitReason = enums(visitReasons);
export type VisitReason = Infer<typeof VisitReason>;
/** Why it declines a refill. */
export const refillReasons = ['needs_visit', 'too_early', 'not_prescribed', 'call_us', 'other'] as const;
export const declineReasons = [...new Set([...visitReasons, ...refillReasons])];
export const DeclineReason = enums(declineReasons);
export type DeclineReason = Infer<typeof DeclineReason>;

/**
 * The last answer to an item (D-426). It leaves the clinic at `leaves_at`; until then it can be taken back, by `undo`.
 * `left_at` says when it left. `words` is past: 'accepted', 'approved', '3 times offered'. `voided` says why it could
 * not leave, such as 'Noor canceled first'.
 */
export const Answer = type({
  id: id(),
  name: AnswerName,
  words: string(),
  by: string(),
  is_mine: boolean(),
  at: instant(),
  leaves_at: instant(),
  left_at: nullable(instant()),
  voided: nullable(string()),
});
export type Answer = Infer<typeof Answer>;

/** Who is at an item: reading, or answering it (ends after two minutes of rest). */
export const Presence = type({ person_id: id(), name: string(), is_answering: boolean(), since: instant() });
export type Presence = Infer<typeof Presence>;

/**
 * One line of the list. `what` follows the kind's word: 'today 10:30am, Sick or injured pet'. `due_at` by D-427; null
 * where the clinic says no time, then the age of `asked_at` is shown.
 */
export const InboxRow = type({
  id: id(),
  kind: ItemKind,
  /** Where it is: `waits` for the clinic, `offered` waits for the owner, `answered`. */
  place: enums(['waits', 'offered', 'answered']),
  pet: nullable(type({ id: nullable(id()), name: string(), species: nullable(string()) })),
  /** The owner's name, or a phone for who asks to be texted. */
  owner: string(),
  /** The kind as words: 'Request', 'Refill approved', 'Paid $40.00, no time'. */
  says: string(),
  what: string(),
  asked_at: instant(),
  due_at: nullable(instant()),
  /** The first urgent word of the note, as it is written. */
  urgent_word: nullable(string()),
  /** Who approved a refill. */
  approved_by: nullable(string()),
  /** Somebody said by the link in the notice that another time will be offered (D-423), and none was since. */
  is_promised: optional(boolean()),
  /** Needs a clinician: a refill that only a clinician may approve. */
  needs_clinician: boolean(),
  offered_until: nullable(instant()),
  presence: array(Presence),
  answer: nullable(Answer),
  /** Changes with anything that the line or its item shows but presence. */
  version: string(),
});
export type InboxRow = Infer<typeof InboxRow>;

/**
 * GET /desk/v1/inbox: everything that waits, by D-427 (late first and longest first, then by due, urgent first among
 * equals), then what waits for owners. With `answered` the answers of the last 14 days instead, the latest first, at most
 * 200. With `known` (the last reply's `version`) `rows` is null where nothing has changed.
 */
export const inbox = endpoint({
  name: 'inbox',
  method: 'GET',
  path: '/desk/v1/inbox',
  access: 'staff',
  query: object({ answered: optional(literal('1')), known: optional(text(128)) }),
  response: type({
    version: string(),
    now: instant(),
    rows: nullable(array(InboxRow)),
    /** The clinic's `answer_within_hours`; null where it has not stated it. */
    answer_within_hours: nullable(number()),
    /** The next three visits, for when nothing waits. */
    next_visits: array(
      type({
        at: instant(),
        pet: string(),
        species: optional(nullable(string())),
        owner: string(),
        /** 'Wellness exam, Dr. Lind'. */
        what: string(),
      }),
    ),
  }),
});

const Contact = type({ value: string(), is_confirmed: boolean() });

const Record = type({
  client_id: id(),
  since: instant(),
  name: string(),
  phone: nullable(string()),
  email: nullable(string()),
  address: nullable(string()),
  pets: array(type({ name: string(), species: nullable(string()), about: string() })),
  last_visit: nullable(instant()),
  visits: integer(),
  /** Which fields agree with what the person proved: name, phone, email, pets. */
  agrees: array(string()),
  /** The record that the signs speak for; at most one is. */
  is_likely: boolean(),
});

/** A way on: its button, its key, and what the owner will read where the words are known before anything is chosen. */
export const Action = type({
  name: AnswerName,
  label: string(),
  /** Exactly one action of an item that waits is primary, unless none has a reason (telling apart). */
  is_primary: boolean(),
  /** Opens a tray before it can be given: times, a reason, a contact, a record. */
  tray: nullable(enums(['offer', 'decline', 'choose_time', 'correct', 'merge'])),
  /** Why it cannot be given now. */
  blocked: nullable(string()),
  /** The record it is about, where there are several. */
  client_id: nullable(id()),
  will_read: nullable(type({ words: string(), ways: string() })),
  /** What its label names; the answer gives them back, so that no other time is offered than was read. */
  times: optional(array(type({ at: instant(), provider_id: nullable(id()) }))),
});
export type Action = Infer<typeof Action>;

/** The clinician's day around the asked time, minutes since it began (D-425, src/domain/desk/dayLine.ts). */
const DayLine = type({
  date: calendarDate(),
  clinician: nullable(string()),
  from: integer(),
  to: integer(),
  asked: nullable(type({ from: integer(), to: integer() })),
  spans: array(type({ from: integer(), to: integer(), kind: enums(['visit', 'closed', 'held', 'offered']) })),
  fits: boolean(),
  /** 'Held for Noor. Dr. Moreau is free until 12:00pm.', or what stands in the way. */
  words: string(),
});

/** An item with all that its answer needs. */
export const Item = type({
  row: InboxRow,
  /** 'Domestic shorthair cat, female, 9 years'. */
  pet_line: nullable(string()),
  client_id: nullable(id()),
  phone: nullable(Contact),
  email: nullable(Contact),
  /** What is asked for: 'Sick or injured pet', with its line below: 'Today, Mon Nov 23, 10:30am - 11:00am, Dr. Moreau'. */
  ask: type({ title: string(), line: string(), state: string(), money: nullable(string()) }),
  day: nullable(DayLine),
  note: nullable(
    type({
      text: string(),
      /** The urgent words' places in the text, in JavaScript's units. */
      urgent: array(type({ from: integer(), to: integer() })),
      /** Which notice the owner saw and that they went on. */
      notice: nullable(string()),
    }),
  ),
  glance: nullable(
    type({
      last_visit: nullable(type({ at: instant(), what: string(), clinician: nullable(string()) })),
      vaccinations: array(
        type({ name: string(), state: enums(['expired', 'soon', 'active']), until: nullable(calendarDate()) }),
      ),
      medications: array(type({ name: string(), since: nullable(calendarDate()) })),
    }),
  ),
  /** Who did what, earliest first, and how messages to the owner fared, with the words that they said. */
  happened: array(
    type({ at: instant(), who: string(), what: string(), state: nullable(string()), said: optional(string()) }),
  ),
  /** Times that the owner was offered. */
  offered: array(type({ at: instant(), clinician: nullable(string()) })),
  /** Telling apart: what the person proved, and the records. */
  proved: nullable(
    type({ name: string(), phone: nullable(Contact), email: nullable(Contact), asks: nullable(string()) }),
  ),
  records: array(Record),
  /** The sentence of the foot that says why, or what holds until then. */
  hint: nullable(string()),
  actions: array(Action),
});
export type Item = Infer<typeof Item>;

const ofItem = object({ id: id() });

/** GET /desk/v1/inbox/{id}: an item, answered ones too. 404 for none of the clinic's. */
export const inboxItem = endpoint({
  name: 'inboxItem',
  method: 'GET',
  path: '/desk/v1/inbox/:id',
  access: 'staff',
  params: ofItem,
  response: Item,
});

/** What an answer says. Fields that the answer does not need are left out. */
export const AnswerBody = object({
  name: AnswerName,
  /** The row's version that the person saw: where the item was answered meanwhile, 422 not_allowed says who did what. */
  version: text(128),
  reason: optional(DeclineReason),
  words: optional(text(500)),
  /** Up to three times to offer, one to choose. */
  times: optional(size(array(object({ at: instant(), provider_id: nullable(id()) })), 1, 3)),
  /** The record that is meant, or into which `merge` brings the other ones. */
  client_id: optional(id()),
  /** A corrected e-mail or phone. */
  contact: optional(text(255)),
});
export type AnswerBody = Infer<typeof AnswerBody>;

/**
 * POST /desk/v1/inbox/{id}/preview: what the answer would do: the exact words that the owner will read and their ways,
 * where money goes, and what a merge moves. Changes nothing. 422 not_allowed as the answer itself.
 */
export const previewAnswer = endpoint({
  name: 'previewAnswer',
  method: 'POST',
  path: '/desk/v1/inbox/:id/preview',
  access: 'staff',
  params: ofItem,
  body: AnswerBody,
  response: type({
    words: nullable(string()),
    /** 'Text and e-mail', 'Push, then text'; '' where the owner hears nothing. */
    ways: string(),
    /** '$40.00 to Visa 4242, in full. 5 to 10 days.' */
    money: nullable(string()),
    /** What else it does, a sentence each, such as what a merge moves. */
    does: array(string()),
    /** What must be seen before it is sent, such as that another client has the corrected number. */
    warning: optional(nullable(string())),
    /** The button's words: 'Decline and refund $40.00'. */
    button: string(),
    /** Offered times are held until then. */
    held_until: nullable(instant()),
  }),
});

/**
 * POST /desk/v1/inbox/{id}/answers: answers an item. It is recorded at once and leaves after twenty seconds (D-426). 422
 * not_allowed where somebody answered first, in words that say who did what; 409 slot_gone for a time that is taken.
 */
export const answerItem = endpoint({
  name: 'answerItem',
  method: 'POST',
  path: '/desk/v1/inbox/:id/answers',
  access: 'staff',
  params: ofItem,
  body: AnswerBody,
  response: type({ answer: Answer, row: InboxRow }),
  idempotent: true,
});

/** What an answer said, as it was given; null and empty where it had no such part. */
export const AnswerGiven = type({
  name: AnswerName,
  reason: nullable(DeclineReason),
  words: nullable(string()),
  times: array(type({ at: instant(), provider_id: nullable(id()), clinician: nullable(string()) })),
  client_id: nullable(id()),
  contact: nullable(string()),
});
export type AnswerGiven = Infer<typeof AnswerGiven>;

/**
 * POST /desk/v1/answers/{id}/undo: takes an answer back that has not left, and returns what it said, so that it can be
 * given anew; `stays` is what is done all the same. 422 not_allowed once it has left.
 */
export const undoAnswer = endpoint({
  name: 'undoAnswer',
  method: 'POST',
  path: '/desk/v1/answers/:id/undo',
  access: 'staff',
  params: ofItem,
  response: type({ row: InboxRow, given: AnswerGiven, stays: optional(string()) }),
});

/**
 * GET /desk/v1/inbox/{id}/openings: the clinic's own free times for the item's visit (D-425): seven dates from `from`
 * with the number of their times, and the times of `date`. With `any` of any clinician.
 */
export const openings = endpoint({
  name: 'openings',
  method: 'GET',
  path: '/desk/v1/inbox/:id/openings',
  access: 'staff',
  params: ofItem,
  query: object({ from: optional(calendarDate()), date: optional(calendarDate()), any: optional(literal('1')) }),
  response: type({
    days: array(
      type({
        date: calendarDate(),
        count: integer(),
        /** Free spans as minutes from local midnight, for the tile's bars. */
        free: array(type({ from: integer(), to: integer() })),
        opens: nullable(integer()),
        closes: nullable(integer()),
      }),
    ),
    date: calendarDate(),
    /** Whose times these are; null for any clinician's. */
    provider_id: optional(nullable(id())),
    times: array(type({ at: instant(), provider_id: nullable(id()), clinician: nullable(string()) })),
    /** '30 min, Dr. Luc Moreau'. */
    says: string(),
    /** How far apart two times of one clinician begin at least, minutes. None where they may be at once. */
    apart: optional(integer()),
  }),
});

/** PUT /desk/v1/inbox/{id}/presence: that the person reads the item, answers it, or has left it. */
export const setPresence = endpoint({
  name: 'setPresence',
  method: 'PUT',
  path: '/desk/v1/inbox/:id/presence',
  access: 'staff',
  params: ofItem,
  body: object({ state: enums(['reading', 'answering', 'left']) }),
  response: type({ presence: array(Presence) }),
  silent: true,
  aside: true,
});
