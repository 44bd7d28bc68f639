import type { BaseQueryApi, QueryReturnValue } from '@reduxjs/toolkit/query';
import { is } from 'superstruct';
import { guestSignIn, SignedIn } from '../contract/auth';
import type { Endpoint, Input } from '../contract/endpoint';
import { BROKEN_SERVER, hasCode, meaningOf, type Failure } from '../domain/failure';
import { exchange, type Reply } from '../offline/exchange';
import { inTurn } from '../offline/inTurn';
import { setPreference } from '../offline/marker';
import { admit, keepSignIn } from './admission';
import { connectionFound, connectionLost, serverClockSeen } from '../state/connection';
import { errorPolicy } from './errorPolicy';
import { guestForgotten, selectOwner, sessionLost, sessionStarted } from '../state/session';
import { toastShown } from '../state/toasts';
import type { Services } from '../state/services';
import type { AppDispatch, RootState } from '../state/store';

/**
 * One call of the contract with its input; `key` is the Idempotency-Key of a creating write if the caller keeps one.
 */
export type Sent = {
  call: Endpoint;
  input: { params?: unknown; query?: unknown; body?: unknown };
  key?: string | undefined;
};

/** The parts of the query context that a call needs. */
type Context = Pick<BaseQueryApi, 'dispatch' | 'getState' | 'extra' | 'signal'>;

/**
 * Sends a call of the contract with the current session's token, opens a guest session where needed, and applies
 * `errorPolicy`.
 */
export async function baseQuery(sent: Sent, api: Context): Promise<QueryReturnValue<unknown, Failure, {}>> {
  const { call } = sent;
  const services = api.extra as Services;
  const key = call.idempotent ? (sent.key ?? services.uuid()) : undefined;

  const first = await attempt({ ...sent, key }, api);
  const { reply, token, asker } = isRenewable(first, call, api) ? await renewed({ ...sent, key }, api, first) : first;
  if (!('error' in reply))
    return (await isLetIn(call, reply.data, api)) ? { data: reply.data } : { error: { kind: 'aborted' } };

  const { toast, logout } = errorPolicy(reply.error, call);
  // The session is lost only if its own token was refused, and not when a guest is refused an owner's call.
  if (logout && token !== null && token === stateOf(api).session.token && !isNobodys(call, api))
    api.dispatch(sessionLost(logout));
  // A guest for whom a new session does not help cannot be led to a sign-in, so a message tells that the tap failed.
  const isStuck = asker === null && token !== null && isTurnedAway(reply) && !call.silent && call.access !== 'owner';
  if (toast ?? isStuck) api.dispatch(toastShown(toast ?? BROKEN_SERVER));
  return { error: reply.error };
}

/**
 * Whether a new session may start: another owner must first decide about unsent requests left here (D-01). A guest who
 * proves a contact may keep the user id, so an equal id does not mean the same owner.
 */
async function isLetIn(call: Endpoint, data: unknown, api: Context): Promise<boolean> {
  if (!is(data, SignedIn)) return true;
  const { user } = stateOf(api).session;
  // A renewed session starts only if the same user is still signed in; a sign-in or sign-out meanwhile stays.
  if (call.renewsSession && !(user?.id === data.user.id && user.is_guest === data.user.is_guest)) return false;
  if (data.user.is_guest) return true;
  const dispatch: AppDispatch = api.dispatch;
  if (data.user.id !== selectOwner(stateOf(api))?.id && !(await dispatch(admit(data)))) return false;
  await dispatch(keepSignIn(data));
  return true;
}

/** The outcome of one send. `asker`: the id of the owner who was signed in, null for a guest or without a session. */
type Attempt = { reply: Reply<unknown>; token: string | null; asker: string | null };

/** Sends a call once; sends a GET twice if it got no answer while the page was believed online (D-01). */
async function attempt(sent: Sent, api: Context): Promise<Attempt> {
  const token = await tokenFor(sent.call, api);
  const asker = ownerId(api);
  if (typeof token === 'object' && token !== null) return { reply: token, token: null, asker };
  const { isOnline } = stateOf(api).connection;
  const services = api.extra as Services;
  let sentAt = services.now();
  let reply = await send(sent, api, token);
  if (sent.call.method === 'GET' && hasNoAnswer(reply) && stateOf(api).connection.isOnline) {
    sentAt = services.now();
    reply = await send(sent, api, token);
  }
  noteConnection(reply, api, isOnline, sentAt);
  return { reply, token, asker };
}

/**
 * Returns the token for a call; the first call that needs a session opens a guest session. Open calls send a token if
 * there is one, because open times depend on the session's own hold (D-203). Opening a session sends none (API-04).
 */
async function tokenFor(call: Endpoint, api: Context): Promise<string | null | Reply<never>> {
  if (call.access === 'none' && call.isSignIn) return null;
  const { token } = stateOf(api).session;
  if (token || call.access === 'none') return token;
  const reply = await signInAsGuest(api);
  return 'error' in reply ? { error: reply.error, date: reply.date } : reply.data.token;
}

async function signInAsGuest(api: Context): Promise<Reply<SignedIn>> {
  const services = api.extra as Services;
  const { guest, base, storedSession } = services;
  guest.underWay ??= (async () => {
    const {
      session: { clinicId },
      connection,
    } = stateOf(api);
    // Another tab may have signed in: a new guest session would replace that tab's session on the device.
    const stored = clinicId ? await inTurn(() => storedSession(clinicId)) : null;
    if (stored && stateOf(api).session.token === null && stateOf(api).session.clinicId === clinicId) {
      api.dispatch(sessionStarted(stored));
      return { data: stored, date: null };
    }
    // The caller's signal is not used, because other calls may wait for the same sign-in.
    const sentAt = services.now();
    const reply = await exchange(guestSignIn, {}, { base, clinicId, token: null });
    noteConnection(reply, api, connection.isOnline, sentAt);
    // The guest session is used only if no owner signed in and no other clinic was opened meanwhile.
    const now = stateOf(api).session;
    if ('data' in reply && now.token === null && now.clinicId === clinicId) api.dispatch(sessionStarted(reply.data));
    return reply;
  })().finally(() => {
    guest.underWay = null;
  });
  return guest.underWay;
}

/**
 * Whether to try a refused token again, once: with the token that another tab saved, or for a guest with a new session
 * (D-18).
 */
function isRenewable({ reply, token }: Attempt, call: Endpoint, api: Context): boolean {
  return isTurnedAway(reply) && token !== null && stateOf(api).session.clinicId !== null && !isNobodys(call, api);
}

const isTurnedAway = (reply: Reply<unknown>): boolean => 'error' in reply && hasCode(reply.error, 'unauthorized');

/**
 * Whether an owner's call was made without a signed-in owner. A guest is refused for being a guest: a new guest session
 * would be refused too, and would lose the old session's hold or code.
 */
const isNobodys = (call: Endpoint, api: Context): boolean =>
  call.access === 'owner' && selectOwner(stateOf(api)) === null;

/**
 * Sends a refused call again with the token that replaced the refused one. A call of one owner is never sent as another
 * owner's: the refusal stays, and the other tab's message about its sign-in updates this page.
 */
async function renewed(sent: Sent, api: Context, first: Attempt): Promise<Attempt> {
  const { token: refused, asker } = first;
  const givenUp: Attempt = { reply: { error: { kind: 'aborted' }, date: null }, token: null, asker };
  const services = api.extra as Services;
  const { clinicId, token, user } = stateOf(api).session;
  if (token === refused) {
    const stored = clinicId ? await services.storedSession(clinicId) : null;
    if (asker !== null && stored && !stored.user.is_guest && stored.user.id !== asker) return givenUp;
    if (stored && stored.token !== refused) api.dispatch(sessionStarted(stored));
    // A code whose answer was lost may have made the guest an owner;
    // the old token can still ask for that code again (D-18).
    else if (user?.is_guest && !sent.call.aside) api.dispatch(guestForgotten());
    else return first;
  }
  const now = ownerId(api);
  return asker !== null && now !== null && now !== asker ? givenUp : attempt(sent, api);
}

function send({ call, input, key }: Sent, api: Context, token: string | null): Promise<Reply<unknown>> {
  const { base } = api.extra as Services;
  const { clinicId } = stateOf(api).session;
  return exchange(call, input as Input<Endpoint>, { base, clinicId, token, key, signal: api.signal });
}

/**
 * Updates whether the page is online. A response of the server means online; no response, or a captive portal's, means
 * offline. Malformed responses, gateways' responses and responses to calls made before going offline change nothing.
 */
function noteConnection(reply: Reply<unknown>, api: Context, wasOnline: boolean, sentAt: number): void {
  const { isOnline } = stateOf(api).connection;
  if (hasNoAnswer(reply)) {
    if (isOnline) api.dispatch(connectionLost());
    return;
  }
  const isOurs = 'data' in reply || (reply.error.kind === 'http' && reply.error.code !== null);
  if (isOurs && !isOnline && !wasOnline) api.dispatch(connectionFound());
  if (isOurs && reply.date !== null) setClock(reply.date, sentAt, api);
}

/**
 * Sets the page's clock from the server's in a reply that has just come, and saves the difference for a start without a
 * network (D-125). `server` and `sentAt`, the device's clock when it asked: milliseconds since 1970.
 */
export function setClock(server: number, sentAt: number, api: Pick<Context, 'dispatch' | 'getState' | 'extra'>): void {
  api.dispatch(serverClockSeen({ server, sent: sentAt, device: (api.extra as Services).now() }));
  const { clockOffset } = stateOf(api).connection;
  setPreference('clock-offset', clockOffset === 0 ? null : String(clockOffset));
}

const ownerId = (api: Context): string | null => selectOwner(stateOf(api))?.id ?? null;
const hasNoAnswer = (reply: Reply<unknown>): boolean => 'error' in reply && meaningOf(reply.error) === 'noNetwork';
const stateOf = (api: Pick<Context, 'getState'>): RootState => api.getState() as RootState;
