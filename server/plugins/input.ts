import { mask, StructError, validate, type Failure, type Struct } from 'superstruct';
import type { Endpoint } from '../../src/contract/endpoint';
import { ApiError } from './errors';

type Given = { params: unknown; query: unknown; body: unknown };

/** A call's checked input: unknown fields are dropped. Throws `validation` with what is wrong with which field. */
export function inputOf(endpoint: Endpoint, given: Given): { params?: unknown; query?: unknown; body?: unknown } {
  const fields: Record<string, string> = {};
  const part = (struct: Struct<unknown, unknown> | undefined, value: unknown): unknown => {
    if (struct === undefined) return undefined;
    try {
      const masked = mask(value ?? {}, struct);
      for (const path of nulPaths(masked)) fields[path] ??= 'must not contain the character U+0000';
      return masked;
    } catch (error) {
      if (!(error instanceof StructError)) throw error;
      for (const failure of error.failures()) fields[failure.path.join('.')] ??= sentence(failure);
      return undefined;
    }
  };
  const input = {
    params: part(endpoint.params, given.params),
    query: part(endpoint.query, given.query),
    body: part(endpoint.body, given.body),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('validation', { fields });
  return input;
}

/** Where a text holds U+0000, which no database keeps. */
function nulPaths(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return value.includes('\0') ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => nulPaths(one, [...path, key]));
}

/** A reply that is not what the contract says: our mistake. The message names places, never values. */
export class ReplyMismatch extends Error {
  override readonly name = 'ReplyMismatch';
}

/** Throws ReplyMismatch when a handler's reply is not what the contract promises. */
export function checkReply(endpoint: Endpoint, reply: unknown): void {
  const [error] = validate(reply, endpoint.response);
  if (error === undefined) return;
  const places = error.failures().map((failure) => `${failure.path.join('.') || 'data'}: ${sentence(failure)}`);
  throw new ReplyMismatch(`The reply of ${endpoint.name} does not fit the contract: ${places.join('; ')}`);
}

/** What was expected, without the value that came. */
function sentence(failure: Failure): string {
  if (failure.value === undefined) return 'is required';
  const expected = failure.message.replace(/, but received: [\s\S]*$/, '').replace(/ but received [^`]*$/, '');
  return expected.replace(/^Expected /, 'must be ');
}
