import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { is } from 'superstruct';
import { endStaffSession, TakenOff } from '../../contract/desk/staff';
import type { Endpoint, Input } from '../../contract/endpoint';
import { withoutTurns } from '../../domain/desk/directions';
import { asHeard } from '../../domain/desk/heard';
import { lossOf, meaningOf, type Failure } from '../../domain/failure';
import type { Reply } from '../../offline/exchange';
import { takeEarly } from '../first/early';
import { hearing } from './hearing';
import { clockSeen, connectionFound, connectionLost, type ConnectionState } from '../connection';
import type { Services } from '../services';
import { sessionEnded, type SessionState } from '../session/session';

/**
 * One call of the contract with its input; `key` is the Idempotency-Key where several tries must be one write,
 * `clinicId` the clinic where it is not the one that is open.
 */
export type Sent = {
  call: Endpoint;
  input: { params?: unknown; query?: unknown; body?: unknown };
  key?: string | undefined;
  clinicId?: string | undefined;
};

export type State = { session: SessionState; connection: ConnectionState };
export type Base = BaseQueryFn<Sent, unknown, Failure>;

/**
 * Sends a call with the session's token and clinic and checks the reply by the contract. Notes whether the server
 * answers and what its clock says; where it no longer takes the token, the session ends. Never throws.
 */
export const baseQuery: Base = async ({ call, input, key, clinicId }, api) => {
  const { base, uuid } = api.extra as Services;
  const { kept, isLeaving } = (api.getState() as State).session;
  const isOpen = call.access === 'none';
  if (!isOpen && (!kept || (isLeaving && call !== endStaffSession))) return { error: { kind: 'aborted' } };
  const early = kept && takeEarly(call, input, kept);
  const sent = early?.sent ?? (api.extra as Services).now();
  const wasOnline = (api.getState() as State).connection.isOnline;
  const came = await (early?.reply ??
    hearing(call, input as Input<Endpoint>, {
      base,
      clinicId: call.access === 'staff' ? (clinicId ?? kept?.clinicId ?? null) : null,
      token: isOpen ? null : (kept?.token ?? null),
      key: call.idempotent ? (key ?? uuid()) : undefined,
      signal: api.signal,
    }));
  const reply = 'error' in came ? { ...came, error: asHeard(came.error) } : came;
  noteConnection(reply, sent, wasOnline, api);
  if (!('error' in reply)) return { data: withoutTurns(reply.data) };
  const isSame = kept !== null && kept.token === (api.getState() as State).session.kept?.token;
  if (!isOpen && isSame && meaningOf(reply.error) === 'signedOut') api.dispatch(sessionEnded(endOf(reply.error)));
  return { error: reply.error };
};

/** Why the server takes the token no more; a person who was taken off their clinics is told so. */
function endOf(failure: Failure): 'idle' | 'ended' | 'removed' {
  if (failure.kind === 'http' && is(failure.fields, TakenOff)) return 'removed';
  return lossOf(failure) === 'ranOut' ? 'idle' : 'ended';
}

/**
 * Updates whether the desk is online. A response of the server means online, unless it is to a call that was made
 * before going offline; no response, or a captive portal's, means offline.
 */
function noteConnection(
  reply: Reply<unknown>,
  sent: number,
  wasOnline: boolean,
  api: Pick<BaseQueryApi, 'dispatch' | 'getState' | 'extra'>,
): void {
  const { isOnline } = (api.getState() as State).connection;
  if ('error' in reply && meaningOf(reply.error) === 'noNetwork') {
    if (isOnline) api.dispatch(connectionLost());
    return;
  }
  const isOurs = 'data' in reply || (reply.error.kind === 'http' && reply.error.code !== null);
  if (isOurs && !isOnline && !wasOnline) api.dispatch(connectionFound());
  if (isOurs && reply.date !== null)
    api.dispatch(clockSeen({ server: reply.date, device: (api.extra as Services).now(), sent }));
}
