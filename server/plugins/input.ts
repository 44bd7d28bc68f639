import { validate, type Failure, type Struct } from 'superstruct';
import type { Endpoint } from '../../src/contract/endpoint';
import { ApiError } from '../calls/errors';
import { HarmlessError } from '../system/faultForLog';
import { shaped } from './shaped';

type Given = { params: unknown; query: unknown; body: unknown };
type Input = { params?: unknown; query?: unknown; body?: unknown };

/**
 * Checks a call's input and returns it in the contract's shape. Throws `validation`, which says what is wrong with
 * which field and never repeats the value that was sent.
 */
export function inputOf(endpoint: Endpoint, given: Given): Input {
  const fields: Record<string, string> = {};
  const say = (path: string, fault: string): void => void (fields[path] ??= fault);
  const part = (struct: Struct<unknown, unknown> | undefined, value: unknown): unknown => {
    if (struct === undefined) return undefined;
    const [error, checked] = validate(shaped(value ?? {}, struct, say), struct, { coerce: true, mask: true });
    for (const failure of error?.failures() ?? []) say(failure.path.join('.'), sentence(failure));
    return checked;
  };
  const input = {
    params: part(endpoint.params, given.params),
    query: part(endpoint.query, given.query),
    body: part(endpoint.body, given.body),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('validation', { fields });
  return input;
}

/** A reply that does not fit the contract, which is a fault of the server. The message names places, never values. */
class ReplyMismatch extends HarmlessError {
  override readonly name = 'ReplyMismatch';
}

/** Throws ReplyMismatch when a handler's reply is not what the contract promises. */
export function checkReply(endpoint: Endpoint, reply: unknown): void {
  const [error] = validate(reply, endpoint.response);
  if (error === undefined) return;
  const places = error.failures().map((failure) => `${failure.path.join('.') || 'data'}: ${sentence(failure)}`);
  throw new ReplyMismatch(`The reply of ${endpoint.name} does not fit the contract: ${places.join('; ')}`);
}

/**
 * Says what was expected, without the value that was sent: superstruct's message has that last, after a comma or
 * without one.
 */
function sentence(failure: Failure): string {
  if (failure.value === undefined) return 'is required';
  return failure.message.replace(/,? but received[\s\S]*$/, '').replace(/^Expected /, 'must be ');
}
