import {
  array,
  boolean,
  enums,
  integer,
  literal,
  nullable,
  object,
  optional,
  string,
  type,
  type Infer,
} from 'superstruct';
import { endpoint } from '../endpoint';
import { id, instant, text } from '../wire';

/** The roles of D-421: `admin` may do everything and invite others; `staff` everything but settings and staff. */
export const Role = enums(['admin', 'staff']);
export type Role = Infer<typeof Role>;

/** The `fields` of the 401 to somebody's call who was taken off the last clinic where they worked, whatever session it was. */
export const TakenOff = type({ membership: literal('removed') });

const Done = type({ done: literal(true) });

/** Somebody who works at clinics: one account whatever their number. `name` is empty until they have said it. */
export const Person = type({ id: id(), name: string(), email: string() });
export type Person = Infer<typeof Person>;

/** A clinic that the person is a member of, with what waits there for the clinic (not for owners). */
export const MyClinic = type({
  id: id(),
  name: string(),
  color: nullable(string()),
  /** The zone in which the clinic's times are shown. */
  timezone: string(),
  role: Role,
  /** The clinician that the person is at this clinic. */
  provider_id: nullable(id()),
  waits: integer(),
  late: integer(),
});
export type MyClinic = Infer<typeof MyClinic>;

/** A staff session with its token (D-421). It ends after 12 hours without use. */
export const StaffSession = type({ token: string(), person: Person, clinics: array(MyClinic) });
export type StaffSession = Infer<typeof StaffSession>;

/**
 * POST /desk/v1/codes: sends a sign-in code to the e-mail if it is a member's. The reply is the same for any e-mail.
 * Throws `too_many_requests`.
 */
export const sendStaffCode = endpoint({
  name: 'sendStaffCode',
  method: 'POST',
  path: '/desk/v1/codes',
  access: 'none',
  hasNoClinic: true,
  isSignIn: true,
  body: object({ email: text(255) }),
  response: type({ sent: literal(true), length: integer() }),
});

/** POST /desk/v1/sessions: signs in with the code. Throws `InvalidCode` for a wrong, used or old one. */
export const staffSignIn = endpoint({
  name: 'staffSignIn',
  method: 'POST',
  path: '/desk/v1/sessions',
  access: 'none',
  hasNoClinic: true,
  isSignIn: true,
  body: object({ email: text(255), code: text(16) }),
  response: StaffSession,
});

/** GET /desk/v1/me: the signed-in person and their clinics. */
export const me = endpoint({
  name: 'me',
  method: 'GET',
  path: '/desk/v1/me',
  access: 'person',
  response: type({ person: Person, clinics: array(MyClinic) }),
});

/** PUT /desk/v1/me: the name that colleagues see, 1 to 60 characters on one line without links. */
export const renameMe = endpoint({
  name: 'renameMe',
  method: 'PUT',
  path: '/desk/v1/me',
  access: 'person',
  body: object({ name: text(60) }),
  response: Person,
});

/** One of a person's sessions; `device` such as 'Chrome on Windows', `last_used_at` to a minute. */
export const StaffSessionRow = type({
  id: id(),
  device: nullable(string()),
  created_at: instant(),
  last_used_at: instant(),
  is_current: boolean(),
});
export type StaffSessionRow = Infer<typeof StaffSessionRow>;

/** GET /desk/v1/sessions: the person's own live sessions, this one first. */
export const listStaffSessions = endpoint({
  name: 'listStaffSessions',
  method: 'GET',
  path: '/desk/v1/sessions',
  access: 'person',
  response: array(StaffSessionRow),
});

/** DELETE /desk/v1/sessions/{id}: ends one of the person's own sessions; `current` is the one that asks. */
export const endStaffSession = endpoint({
  name: 'endStaffSession',
  method: 'DELETE',
  path: '/desk/v1/sessions/:id',
  access: 'person',
  params: object({ id: id() }),
  response: Done,
});

/** A member of the clinic's staff, or somebody who was invited and has not signed in yet. */
export const Member = type({
  person_id: id(),
  name: string(),
  email: string(),
  role: Role,
  provider_id: nullable(id()),
  provider: nullable(string()),
  invited_at: instant(),
  /** When the person first signed in after the invitation. */
  joined_at: nullable(instant()),
  is_me: boolean(),
});
export type Member = Infer<typeof Member>;

const ofMember = object({ personId: id() });

/** GET /desk/v1/members: the clinic's members by name, invited ones last. */
export const listMembers = endpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/desk/v1/members',
  access: 'staff',
  response: type({
    members: array(Member),
    /** Whom a member may be, where that is not taken. */
    clinicians: array(type({ id: id(), name: string() })),
  }),
});

/** POST /desk/v1/members: invites somebody by e-mail, or brings back who was removed. 422 for a member. */
export const inviteMember = endpoint({
  name: 'inviteMember',
  method: 'POST',
  path: '/desk/v1/members',
  access: 'staff',
  isForAdmins: true,
  body: object({ email: text(255), role: Role, provider_id: optional(nullable(id())) }),
  response: Member,
});

/** PUT /desk/v1/members/{personId}: changes role and clinician. 422 for the last admin's role. */
export const changeMember = endpoint({
  name: 'changeMember',
  method: 'PUT',
  path: '/desk/v1/members/:personId',
  access: 'staff',
  isForAdmins: true,
  params: ofMember,
  body: object({ role: Role, provider_id: nullable(id()) }),
  response: Member,
});

/** DELETE /desk/v1/members/{personId}: removes a member at once, whatever sessions there are. 422 for the last admin. */
export const removeMember = endpoint({
  name: 'removeMember',
  method: 'DELETE',
  path: '/desk/v1/members/:personId',
  access: 'staff',
  isForAdmins: true,
  params: ofMember,
  response: Done,
});

/** GET /desk/v1/members/{personId}/sessions: a member's live sessions. */
export const listMemberSessions = endpoint({
  name: 'listMemberSessions',
  method: 'GET',
  path: '/desk/v1/members/:personId/sessions',
  access: 'staff',
  isForAdmins: true,
  params: ofMember,
  response: array(StaffSessionRow),
});

/** DELETE /desk/v1/members/{personId}/sessions: ends all sessions of a member. */
export const endMemberSessions = endpoint({
  name: 'endMemberSessions',
  method: 'DELETE',
  path: '/desk/v1/members/:personId/sessions',
  access: 'staff',
  isForAdmins: true,
  params: ofMember,
  response: Done,
});

/**
 * One line of the audit (D-422): who did what to which thing, with ids before and after and never a note's text. `who`
 * is a colleague's name, 'The operator' or 'By the link in the notice'; `item_id` is set where the thing is an item.
 */
export const AuditLine = type({
  id: id(),
  at: instant(),
  who: string(),
  what: string(),
  item_id: nullable(id()),
  taken_back_at: nullable(instant()),
});
export type AuditLine = Infer<typeof AuditLine>;

/** GET /desk/v1/audit: the clinic's audit, the latest first, 100 lines a page; `before` is the last line's id. */
export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/desk/v1/audit',
  access: 'staff',
  query: object({ before: optional(id()) }),
  response: type({ lines: array(AuditLine), has_more: boolean() }),
});
