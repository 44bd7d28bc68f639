import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../src/contract/endpoint';
import type { Services } from '../calls/services';
import { addressForCaps } from './address';
import { capsOfEachCall, type CapPer } from '../calls/caps';
import { bearerToken, sessionOfCall } from './auth';
import { clinicOfCall } from './clinic';
import { countWithin, sayingToCall } from '../calls/counters';
import { accessAt } from './demoGuests';
import { deviceOf } from '../calls/device';
import { ApiError } from '../calls/errors';
import type { Call, Handled } from '../calls/handlers';
import type { Db } from '../db/transaction';
import { idempotencyKey, onceAKey } from '../calls/idempotency';
import { checkReply, inputOf } from './input';

/**
 * Registers every call of the contract with its handler. Throws, and so stops the start, when a call has no handler
 * or two, or a handler belongs to no call.
 */
export function registerCalls(
  app: FastifyInstance,
  services: Services,
  calls: readonly Endpoint[],
  handled: readonly Handled[],
): void {
  for (const one of pairUp(calls, handled)) {
    const { endpoint } = one;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // A compressed reply's length tells about its content; a token must not be guessed that way.
      ...(handsOutToken(endpoint) && { compress: false as const }),
      handler: (request, reply) => answer(one, services, request, reply),
    });
  }
}

const handsOutToken = ({ response }: Endpoint): boolean =>
  ['token', 'jwtToken'].some((name) => Object.hasOwn((response.schema ?? {}) as object, name));

function pairUp(calls: readonly Endpoint[], handled: readonly Handled[]): readonly Handled[] {
  const names = (faulty: readonly Endpoint[]) => faulty.map((endpoint) => endpoint.name).join(', ');
  const given = handled.map((one) => one.endpoint);
  const missing = calls.filter((endpoint) => !given.includes(endpoint));
  const doubled = given.filter((endpoint, index) => given.indexOf(endpoint) !== index);
  const unknown = given.filter((endpoint) => !calls.includes(endpoint));
  if (missing.length > 0) throw new Error(`The contract has calls without a handler: ${names(missing)}`);
  if (doubled.length > 0) throw new Error(`The contract has calls with two handlers: ${names(doubled)}`);
  if (unknown.length > 0)
    throw new Error(`There are handlers for calls that the contract does not have: ${names(unknown)}`);
  return handled;
}

async function answer(
  handled: Handled,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = handled;
  const { db, clock, config } = services;
  const now = clock.now();
  const clinic = await clinicOfCall(db, endpoint, request.headers, request.params);
  request.clinicId = clinic.id;
  const session = await sessionOfCall(db, {
    clinicId: clinic.id,
    access: accessAt(clinic, endpoint, request.body, config.demo),
    authorization: request.headers.authorization,
    now,
    staffDomain: config.internalEmailDomain,
    takesReplacedToken: endpoint.takesReplacedToken,
  });
  const input = inputOf(endpoint, { params: request.params, query: request.query, body: request.body });
  const token = bearerToken(request.headers.authorization);
  const call = {
    ...input,
    clinic,
    session,
    token,
    db,
    now,
    address: addressForCaps(request.ip),
    device: deviceOf(request, reply, config),
    services,
    log: request.log,
  } as Call<Endpoint>;
  const data = await done(handled, call, input, request.headers['idempotency-key']).catch((error: unknown) => {
    throw sayingToCall(error, clinic);
  });

  if (config.checkReplies) checkReply(endpoint, data);
  return reply.send({ success: true, data });
}

/** What the call gives. A repetition under its key runs nothing, and so is never counted (D-202, D-404). */
async function done(
  { endpoint, handler, around }: Handled,
  call: Call<Endpoint>,
  input: unknown,
  key: unknown,
): Promise<unknown> {
  const { clinic, session, db, now } = call;
  await around.before?.(call);
  const run = async (where: Db) => {
    await countCall(where, endpoint, call);
    return handler({ ...call, db: where });
  };
  const handled = endpoint.idempotent
    ? await onceAKey(
        db,
        {
          endpoint,
          clinicId: clinic.id,
          userId: userOf(session),
          key: idempotencyKey(key),
          input,
          isGuests: session?.guest === true,
          now,
        },
        run,
      )
    : await run(db);
  return around.after ? around.after(call, handled as never) : handled;
}

/** Counts the call under the rows of the table that count each one (D-404). */
async function countCall(
  db: Db,
  endpoint: Endpoint,
  { clinic, session, address, services, now }: Call<Endpoint>,
): Promise<void> {
  const whose: Partial<Record<CapPer, string | undefined>> = { session: session?.id, owner: session?.userId, address };
  for (const name of capsOfEachCall(endpoint)) {
    await countWithin(db, services, name, {
      clinicId: clinic.id,
      whose: whose[services.caps[name].per] ?? address,
      now,
    });
  }
}

/** Keys belong to a user, so a call that takes one needs a session. */
function userOf(session: { userId: string } | null): string {
  if (session === null) throw new ApiError('unauthorized');
  return session.userId;
}
