import { array, boolean, literal, nullable, object, string, type, type Infer } from 'superstruct';
import { endpoint } from './endpoint';
import { id } from './wire';

/**
 * One of an owner's sessions (D-407). `device` is the device on which it began, such as 'Chrome on Android';
 * `last_used_at` is when it was last used, to ten minutes.
 */
export const OwnSession = type({ id: id(), device: nullable(string()), last_used_at: string(), is_current: boolean() });
export type OwnSession = Infer<typeof OwnSession>;

/** GET /user/v1/sessions: the owner's live sessions at this clinic, this one first, then by last use. */
export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/user/v1/sessions',
  access: 'owner',
  response: array(OwnSession),
});

/**
 * DELETE /user/v1/sessions/{id}: ends one of the owner's sessions; from then on its device counts as new to the
 * account. 404 for another owner's session.
 */
export const endOwnSession = endpoint({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/user/v1/sessions/:id',
  access: 'owner',
  params: object({ id: id() }),
  response: type({ ended: literal(true) }),
});

/** DELETE /user/v1/sessions: ends every session of the owner, this one too. */
export const endOwnSessions = endpoint({
  name: 'endOwnSessions',
  method: 'DELETE',
  path: '/user/v1/sessions',
  access: 'owner',
  response: type({ ended: literal(true) }),
});
