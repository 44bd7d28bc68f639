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

/** One call of the contract, its input, and for a creating write its Idempotency-Key when the caller has one to keep. */
export type Sent = {
  call: Endpoint;
  input: { params?: unknown; query?: unknown; body?: unknown };
  key?: string | undefined;
};

/** What a call needs of the store. */
type Context = Pick<BaseQueryApi, 'dispatch' | 'getState' | 'extra' | 'signal'>;

/** Sends a contract call as whoever is signed in, opens a guest session where one is needed, and does what `errorPolicy` says. */
export async function baseQuery(sent: Sent, api: Context): Promise<QueryReturnValue<unknown, Failure, {}>> {
  const { call } = sent;
  const services = api.extra as Services;
  const key = call.idempotent ? (sent.key ?? services.uuid()) : undefined;

  const first = await attempt({ ...sent, key }, api);
  const { reply, token, asker } = isRenewable(first, call, api) ? await renewed({ ...sent, key }, api, first) : first;
  if (!('error' in reply))
    return (await isLetIn(call, reply.data, api)) ? { data: reply.data } : { error: { kind: 'aborted' } };

  const { toast, logout } = errorPolicy(reply.error, call);
  // A refusal of a token that is no longer ours says nothing about the session we have now, nor does one of a guest's at an owner's call.
  if (logout && token !== null && token === stateOf(api).session.token && !isNobodys(call, api))
    api.dispatch(sessionLost(logout));
  // A guest whom a new session does not help has nobody's page to be led to: it is said, or the tap would seem to do nothing.
  const isStuck = asker === null && token !== null && isTurnedAway(reply) && !call.silent && call.access !== 'owner';
  if (toast ?? isStuck) api.dispatch(toastShown(toast ?? BROKEN_SERVER));
  return { error: reply.error };
}

/**
 * Whether a reply may begin what it begins: another owner's session waits for the word about requests left here (D-01).
 * A guest who has proved a contact may keep their user's id, so that the id alone does not make them the one before.
 */
async function isLetIn(call: Endpoint, data: unknown, api: Context): Promise<boolean> {
  if (!is(data, SignedIn)) return true;
  const { user } = stateOf(api).session;
  // A session that slides is of whoever is still here: who has signed out or in meanwhile stays so.
  if (call.renewsSession && !(user?.id === data.user.id && user.is_guest === data.user.is_guest)) return false;
  if (data.user.is_guest) return true;
  const dispatch: AppDispatch = api.dispatch;
  if (data.user.id !== selectOwner(stateOf(api))?.id && !(await dispatch(admit(data)))) return false;
  await dispatch(keepSignIn(data));
  return true;
}

/** `asker` is the id of the owner in whose name it went out, null for a guest's and for nobody's. */
type Attempt = { reply: Reply<unknown>; token: string | null; asker: string | null };

/** Once, or twice for a GET that got no answer while we believed to be online (D-01). */
async function attempt(sent: Sent, api: Context): Promise<Attempt> {
  const token = await tokenFor(sent.call, api);
  const asker = ownerId(api);
  if (typeof token === 'object' && token !== null) return { reply: token, token: null, asker };
  const { isOnline } = stateOf(api).connection;
  let reply = await send(sent, api, token);
  if (sent.call.method === 'GET' && hasNoAnswer(reply) && stateOf(api).connection.isOnline)
    reply = await send(sent, api, token);
  noteConnection(reply, api, isOnline);
  return { reply, token, asker };
}

/**
 * The token a call goes out with; a first call that needs one opens a guest session. Open calls take one along where
 * there is one, since open times are another's but not one's own hold's (D-203); opening a session never does (API-04).
 */
async function tokenFor(call: Endpoint, api: Context): Promise<string | null | Reply<never>> {
  if (call.access === 'none' && call.isSignIn) return null;
  const { token } = stateOf(api).session;
  if (token || call.access === 'none') return token;
  const reply = await signInAsGuest(api);
  return 'error' in reply ? { error: reply.error, date: reply.date } : reply.data.token;
}

async function signInAsGuest(api: Context): Promise<Reply<SignedIn>> {
  const { guest, base, storedSession } = api.extra as Services;
  guest.underWay ??= (async () => {
    const {
      session: { clinicId },
      connection,
    } = stateOf(api);
    // Another tab may be signed in by now: a guest's session would take the place of theirs on the device.
    const stored = clinicId ? await inTurn(() => storedSession(clinicId)) : null;
    if (stored && stateOf(api).session.token === null && stateOf(api).session.clinicId === clinicId) {
      api.dispatch(sessionStarted(stored));
      return { data: stored, date: null };
    }
    // Not the caller's signal: others may be waiting for the same sign-in.
    const reply = await exchange(guestSignIn, {}, { base, clinicId, token: null });
    noteConnection(reply, api, connection.isOnline);
    // An owner who signed in meanwhile, or another clinic's address, wins.
    const now = stateOf(api).session;
    if ('data' in reply && now.token === null && now.clinicId === clinicId) api.dispatch(sessionStarted(reply.data));
    return reply;
  })().finally(() => {
    guest.underWay = null;
  });
  return guest.underWay;
}

/**
 * Whether a refused token is replaced: once, by the one another tab saved, or for a guest by a new guest session (D-18).
 */
function isRenewable({ reply, token }: Attempt, call: Endpoint, api: Context): boolean {
  return isTurnedAway(reply) && token !== null && stateOf(api).session.clinicId !== null && !isNobodys(call, api);
}

const isTurnedAway = (reply: Reply<unknown>): boolean => 'error' in reply && hasCode(reply.error, 'unauthorized');

/**
 * An owner's call where no owner is signed in, or is not any more. A guest is refused for being one: a new session would
 * be too, and would lose what the old one holds, a time or a code that was sent to it.
 */
const isNobodys = (call: Endpoint, api: Context): boolean =>
  call.access === 'owner' && selectOwner(stateOf(api)) === null;

/**
 * The refused call once more, with the token that has taken the refused one's place. What one owner asked is never sent as
 * another's: it is given up, and whoever signed in in another tab is followed at that tab's word.
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
    // A code may have made the guest an owner, whose answer was lost: the old token still has that code asked again (D-18).
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
 * Any response of the server's means that the network is there; none, or a captive portal's in its place, means that it is
 * not. A malformed one says nothing, nor a gateway's, nor a response to what was asked before the network went.
 */
function noteConnection(reply: Reply<unknown>, api: Context, wasOnline: boolean): void {
  const { isOnline } = stateOf(api).connection;
  if (hasNoAnswer(reply)) {
    if (isOnline) api.dispatch(connectionLost());
    return;
  }
  const isOurs = 'data' in reply || (reply.error.kind === 'http' && reply.error.code !== null);
  if (isOurs && !isOnline && !wasOnline) api.dispatch(connectionFound());
  if (isOurs && reply.date !== null) setClock(reply.date, api);
}

/** Sets the page's clock by the server's, and keeps how far the device's is from it for a page without a network (D-125). */
export function setClock(server: number, api: Pick<Context, 'dispatch' | 'getState' | 'extra'>): void {
  api.dispatch(serverClockSeen({ server, device: (api.extra as Services).now() }));
  const { clockOffset } = stateOf(api).connection;
  setPreference('clock-offset', clockOffset === 0 ? null : String(clockOffset));
}

const ownerId = (api: Context): string | null => selectOwner(stateOf(api))?.id ?? null;
const hasNoAnswer = (reply: Reply<unknown>): boolean => 'error' in reply && meaningOf(reply.error) === 'noNetwork';
const stateOf = (api: Pick<Context, 'getState'>): RootState => api.getState() as RootState;
