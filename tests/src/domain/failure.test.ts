import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes, errorReplies, type ErrorCode } from '../../../src/contract/errors';
import {
  BROKEN_SERVER,
  capSentence,
  failureText,
  isAnswered,
  isFinal,
  meaningOf,
  UNKNOWN_FAILURE,
  type Failure,
  type Meaning,
} from '../../../src/domain/failure';

const http = (status: number, code: ErrorCode | null = null, message: string | null = null): Failure => ({
  kind: 'http',
  status,
  code,
  message,
  fields: {},
  result: undefined,
});
const anyFailure: fc.Arbitrary<Failure> = fc.oneof(
  fc.constant<Failure>({ kind: 'aborted' }),
  fc.boolean().map((timedOut): Failure => ({ kind: 'network', timedOut })),
  fc.integer({ min: 200, max: 599 }).map((status): Failure => ({ kind: 'malformed', status, detail: '' })),
  fc
    .tuple(
      fc.integer({ min: 200, max: 599 }),
      fc.constantFrom(null, ...errorCodes),
      fc.constantFrom(null, '', 'Call us.'),
    )
    .map(([status, code, message]) => http(status, code, message)),
);

describe('what a failure means', () => {
  it.each<[Meaning, Failure[]]>([
    ['aborted', [{ kind: 'aborted' }]],
    [
      'noNetwork',
      [
        { kind: 'network', timedOut: false },
        { kind: 'network', timedOut: true },
      ],
    ],
    [
      'unsure',
      [{ kind: 'malformed', status: 200, detail: '' }, ...[302, 408, 500, 502, 503, 599].map((status) => http(status))],
    ],
    ['tooMany', [http(429)]],
    ['signedOut', [http(401)]],
    ['refused', [200, 400, 403, 404, 409, 415, 422].map((status) => http(status))],
  ])('is %s', (meaning, failures) => {
    expect(failures.map(meaningOf)).toEqual(failures.map(() => meaning));
  });

  it('is decided for every code that the server can answer with', () => {
    const meanings: Record<ErrorCode, Meaning> = {
      validation: 'refused',
      VerificationMaximumExceeded: 'refused',
      unauthorized: 'signedOut',
      InvalidCode: 'refused',
      wrong_password: 'refused',
      not_found: 'refused',
      slot_gone: 'refused',
      AliasAlreadyUsed: 'refused',
      conflict: 'refused',
      unsupported_media_type: 'refused',
      idempotency_mismatch: 'refused',
      not_allowed: 'refused',
      too_many_requests: 'tooMany',
      invalid_tenant: 'signedOut',
      internal: 'unsure',
      unavailable: 'unsure',
    };
    expect(
      Object.fromEntries(errorCodes.map((code) => [code, meaningOf(http(errorReplies[code].status, code))])),
    ).toEqual(meanings);
  });

  it('is answered, final or neither, and never final without an answer', () => {
    fc.assert(
      fc.property(anyFailure, (failure) => {
        const meaning = meaningOf(failure);
        expect(isAnswered(failure)).toBe(!['aborted', 'noNetwork', 'unsure'].includes(meaning));
        expect(isFinal(failure)).toBe(isAnswered(failure) && meaning !== 'tooMany');
      }),
    );
  });

  it('is read nowhere else: a status is compared here, and where replies are taken in', () => {
    const comparing = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /\.tsx?$/.test(file) && /\bstatus\s*(?:[!=]==|[<>]=?)\s*\d{3}/.test(readFileSync(`src/${file}`, 'utf8')),
    );
    expect(comparing.sort()).toEqual(['domain/failure.ts', 'offline/exchange.ts']);
  });
});

describe('what an owner is told of a failure', () => {
  it.each<[string, Failure, string | null]>([
    ['the server’s sentence', http(422, 'not_allowed', 'Please call.'), 'Please call.'],
    ['of a server that broke', http(500, 'internal', 'Internal error'), BROKEN_SERVER],
    ['of a gateway', http(502), UNKNOWN_FAILURE],
    ['of what cannot be read', { kind: 'malformed', status: 200, detail: 'x' }, UNKNOWN_FAILURE],
    ['of no network, which the page says by itself', { kind: 'network', timedOut: true }, null],
    ['of what was given up', { kind: 'aborted' }, null],
  ])('%s', (_, failure, text) => {
    expect(failureText(failure)).toBe(text);
  });

  it('is never empty, and the given words stand where the server has none', () => {
    fc.assert(
      fc.property(anyFailure, (failure) => {
        const text = failureText(failure, 'Not sent.');
        expect(text === null || text.length > 0).toBe(true);
        if (failure.kind === 'http' && failure.status !== 500 && !failure.message) expect(text).toBe('Not sent.');
      }),
    );
  });

  it('is the clinic’s sentence where a cap is reached, and there alone', () => {
    expect(capSentence(http(429, 'too_many_requests', 'Call us.'))).toBe('Call us.');
    expect(capSentence(http(429, 'too_many_requests'))).toBeNull();
    expect(capSentence(http(422, 'not_allowed', 'Call us.'))).toBeNull();
    expect(capSentence({ kind: 'aborted' })).toBeNull();
  });
});
