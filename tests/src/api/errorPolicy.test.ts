import { describe, expect, it } from 'vitest';
import { errorPolicy } from '../../../src/api/errorPolicy';
import { signIn, verifyReset } from '../../../src/contract/auth';
import { clientByUser } from '../../../src/contract/clients';
import { listVaccinations } from '../../../src/contract/pets';
import type { ErrorCode } from '../../../src/contract/errors';
import type { Failure } from '../../../src/domain/failure';

const http = (status: number, message: string | null = null, code: ErrorCode | null = null): Failure => ({
  kind: 'http',
  status,
  code,
  message,
  fields: {},
  result: undefined,
});
const call = (flags: Partial<Parameters<typeof errorPolicy>[1]> = {}) => ({ silent: false, ...flags });
const oops = 'Oops! Something went wrong. Please try again in a few seconds.';

describe('what the general layer does about a failure', () => {
  it.each([
    ['success false with a message', http(200, 'Not today'), call(), { toast: 'Not today' }],
    [
      "a pet that is not the owner's, which the certificate says itself",
      http(404, 'Not found', 'not_found'),
      listVaccinations,
      {},
    ],
    ['success false without one', http(200), call(), { toast: 'An unknown error occurred' }],
    ['500', http(500, 'Internal error', 'internal'), call(), { toast: oops }],
    [
      "500 'Invalid tenant and user'",
      http(500, 'Invalid tenant and user', 'invalid_tenant'),
      call(),
      { logout: 'ended' },
    ],
    [
      '401 of a session that ran out',
      { ...http(401, 'Please sign in again.', 'unauthorized'), hasRunOut: true } as Failure,
      call(),
      { logout: 'ranOut' },
    ],
    [
      "success false with 200 and 'Invalid tenant and user'",
      http(200, 'Invalid tenant and user', 'invalid_tenant'),
      call(),
      { logout: 'ended' },
    ],
    [
      'success false with 200 that names a lost session',
      http(200, 'Please sign in again.', 'unauthorized'),
      call(),
      { logout: 'ended' },
    ],
    ['401 of one that was ended', http(401, 'Please sign in again.', 'unauthorized'), call(), { logout: 'ended' }],
    ['401 without a code', http(401), call(), { logout: 'ended' }],
    ["401 'Invalid code'", http(401, 'Invalid code', 'InvalidCode'), call(), {}],
    ['401 at sign-in', http(401, 'Wrong email or password', 'wrong_password'), signIn, {}],
    ['401 at a password reset', http(401), verifyReset, {}],
    ['404 of the client by user', http(404, 'Not found', 'not_found'), clientByUser, { logout: 'ended' }],
    ['404 elsewhere', http(404, 'Not found', 'not_found'), call(), { toast: 'Not found' }],
    [
      '400 VerificationMaximumExceeded',
      http(400, 'VerificationMaximumExceeded', 'VerificationMaximumExceeded'),
      call(),
      {},
    ],
    ['409 AliasAlreadyUsed', http(409, 'AliasAlreadyUsed', 'AliasAlreadyUsed'), call(), {}],
    ['409 slot_gone, which the picker shows', http(409, "We're sorry", 'slot_gone'), call(), {}],
    ['409 conflict', http(409, 'This has changed.', 'conflict'), call(), { toast: 'This has changed.' }],
    ['a gateway without a body', http(502), call(), { toast: 'An unknown error occurred' }],
    [
      'a malformed reply',
      { kind: 'malformed', status: 200, detail: '' } as Failure,
      call(),
      { toast: 'An unknown error occurred' },
    ],
    ['no network', { kind: 'network', timedOut: false } as Failure, call(), {}],
    ['a timeout', { kind: 'network', timedOut: true } as Failure, call(), {}],
    ['an aborted call', { kind: 'aborted' } as Failure, call(), {}],
  ])('%s', (_, failure, given, expected) => {
    expect(errorPolicy(failure, given)).toEqual(expected);
  });

  it('never shows anything for a silent call, and signs nobody out', () => {
    for (const failure of [http(500), http(401), http(500, 'Invalid tenant and user'), http(200), http(404)]) {
      expect(errorPolicy(failure, call({ endsSessionOn404: true, silent: true }))).toEqual({});
    }
  });

  it('leaves to a screen that says itself what failed all but the end of the session (VAX-08)', () => {
    const said = call({ saysItself: true });
    for (const failure of [
      http(500),
      http(429, 'Later'),
      http(200, 'No'),
      { kind: 'malformed', status: 200, detail: '' } as Failure,
    ])
      expect(errorPolicy(failure, said)).toEqual({});
    expect(errorPolicy(http(401, null, 'unauthorized'), said)).toEqual({ logout: 'ended' });
    expect(errorPolicy(http(500, null, 'invalid_tenant'), said)).toEqual({ logout: 'ended' });
  });

  it('cuts a long message at 200 characters', () => {
    expect(errorPolicy(http(422, 'x'.repeat(500)), call()).toast).toHaveLength(200);
  });
});
