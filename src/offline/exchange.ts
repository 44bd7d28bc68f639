import { is, validate } from 'superstruct';
import { urlOf, type Endpoint, type Input, type Output } from '../contract/endpoint';
import { ErrorReply, errorCodes, RAN_OUT, type ErrorCode } from '../contract/errors';
import * as limits from '../limits';
import { isReachable } from './health';
import type { Failure } from '../domain/failure';

/**
 * The outcome of a call. `date`: the server's clock from the reply, milliseconds since 1970, or null (D-125).
 * `retryAfterMs`: how long a refusal asks to wait, in milliseconds.
 */
export type Reply<T> = ({ data: T } | { error: Failure }) & { date: number | null; retryAfterMs?: number };

export type Exchange = {
  /** Origin and prefix of the API, `/api` (D-127). */
  base: string;
  clinicId: string | null;
  token: string | null;
  /** The Idempotency-Key of a creating write (D-202). */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Reads the reply's text in its own way. */
  read?: (response: Response) => Promise<string>;
};

/**
 * Sends one call of the contract and checks the reply; if the reply is not the API's, asks whether the server can be
 * reached (D-01). Never throws.
 */
export async function exchange<E extends Endpoint>(
  call: E,
  input: Input<E>,
  given: Exchange,
): Promise<Reply<Output<E>>> {
  const clock = withTimeout(limits.apiTimeoutMs, given.signal);
  try {
    const response = await fetch(given.base + urlOf(call, input), {
      method: call.method,
      headers: headersOf(call, input, given),
      cache: 'no-store',
      // Sends the cookie by which the server knows the device (D-405); the user is named by the token alone.
      credentials: 'same-origin',
      // The API never redirects; a redirect comes from a captive portal, which must get neither token nor body.
      redirect: 'error',
      signal: clock.signal,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    const body = jsonOf(await (given.read?.(response) ?? response.text()));
    const parsed = parse(call, response, body);
    const mayBeAnother = 'error' in parsed && isStrange(response, body);
    if (mayBeAnother && !(await isReachable(given.base, limits.probeFirstMs))) throw new Error('a captive portal');
    return { ...parsed, date: dateOf(response), ...waitOf(response) };
  } catch {
    // Aborted by the caller, timed out, or no complete response from the server.
    const error: Failure = given.signal?.aborted
      ? { kind: 'aborted' }
      : { kind: 'network', timedOut: clock.timedOut() };
    return { error, date: null };
  } finally {
    clock.stop();
  }
}

function headersOf(call: Endpoint, input: { body?: unknown }, given: Exchange): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(given.clinicId ? { 'X-Client-Id': given.clinicId } : {}),
    ...(given.token ? { Authorization: `Bearer ${given.token}` } : {}),
    ...(call.idempotent && given.key ? { 'Idempotency-Key': given.key } : {}),
    ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
}

function parse<E extends Endpoint>(
  call: E,
  response: Response,
  body: unknown,
): { data: Output<E> } | { error: Failure } {
  if (!response.ok) return { error: refusal(response, body) };
  if (is(body, ErrorReply)) return { error: refusal(response, body) };
  if (!isEnvelope(body)) return { error: malformed(response, `${call.name}: no envelope`) };
  const [problem, data] = validate(body.data, call.response, { coerce: true });
  return problem
    ? { error: malformed(response, `${call.name}: ${problem.path.join('.')} ${problem.message}`) }
    : { data: data as Output<E> };
}

/**
 * Whether an error response was not written by our API. Status 500 and above may be a gateway's, except 511, which is a
 * captive portal's.
 */
const isStrange = ({ status }: Response, body: unknown): boolean =>
  (status < 500 || status === 511) && !is(body, ErrorReply);

const isEnvelope = (body: unknown): body is { success: true; data: unknown } =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === true && 'data' in body;

const malformed = (response: Response, detail: string): Failure => ({
  kind: 'malformed',
  status: response.status,
  detail,
});

function refusal({ status, headers }: Response, body: unknown): Failure {
  const reply = is(body, ErrorReply) ? body : null;
  return {
    kind: 'http',
    status,
    code: codeOf(reply?.code, reply?.message),
    message: typeof reply?.message === 'string' ? reply.message : null,
    fields: reply?.fields ?? {},
    result: reply?.result,
    hasRunOut: headers.get('WWW-Authenticate')?.includes(RAN_OUT) ?? false,
  };
}

/**
 * Reads the error code of a refusal from its `code` or `message`, ignoring letter case and spaces (D-20). Null where
 * neither is a known code.
 */
function codeOf(...said: unknown[]): ErrorCode | null {
  const plain = said.map((text) => (typeof text === 'string' ? text.toLowerCase().replaceAll(' ', '') : ''));
  return (
    errorCodes.find((code) => plain.includes(code.toLowerCase())) ??
    (plain.includes('invalidtenantanduser') ? 'invalid_tenant' : null)
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the server's clock from a response, in milliseconds since 1970; null where it names none (D-125). */
export function dateOf(response: Response): number | null {
  const at = Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(at) ? null : at;
}

function waitOf(response: Response): { retryAfterMs?: number } {
  const seconds = response.headers.get('Retry-After');
  return !response.ok && seconds && /^\d{1,6}$/.test(seconds) ? { retryAfterMs: Number(seconds) * 1000 } : {};
}

/** Combines the caller's signal with a timeout. Some phones still in use do not have AbortSignal.any. */
function withTimeout(ms: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, ms);
  const giveUp = () => controller.abort();
  if (outer?.aborted) giveUp();
  outer?.addEventListener('abort', giveUp);
  return {
    signal: controller.signal,
    timedOut: () => late,
    stop() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', giveUp);
    },
  };
}
