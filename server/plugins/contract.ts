import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../src/contract/endpoint';
import type { Services } from '../calls/services';
import { addressForCaps } from './address';
import { capsOfEachCall, capTable, type CapPer } from '../calls/caps';
import { bearerToken, sessionOfCall } from './auth';
import { memberOfCall, personOfCall } from '../modules/staff/access';
import type { Clinic } from '../calls/clinic';
import { clinicOfCall } from './clinic';
import { countWithin, everyClinic, sayingToCall } from '../calls/counters';
import { accessAt } from './demoGuests';
import { deviceOf } from '../calls/device';
import { ApiError } from '../calls/errors';
import type { Call, Handled } from '../calls/handlers';
import type { Member } from '../calls/member';
import { inTransaction, type Db } from '../db/transaction';
import { idempotencyKey, onceAKey } from '../calls/idempotency';
import { checkReply, inputOf } from './input';

/**
 * Registers every call of the contract with its handler. Throws, and so stops the start, when a call has no handler
 * or two, a handler belongs to no call, or a route's terms lack what the call needs.
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
      // The length of a compressed reply tells something about its content, which could help to guess a token.
      ...(handsOutToken(endpoint) && { compress: false as const }),
      handler: (request, reply) => answer(one, services, request, reply),
    });
  }
}

const handsOutToken = ({ response }: Endpoint): boolean =>
  ['token', 'jwtToken'].some((name) => Object.hasOwn((response.schema ?? {}) as object, name));

function pairUp(calls: readonly Endpoint[], handled: readonly Handled[]): readonly Handled[] {
  const given = handled.map((one) => one.endpoint);
  const must = (what: string, faulty: readonly Endpoint[]) => {
    if (faulty.length > 0) throw new Error(`${what}: ${faulty.map(({ name }) => name).join(', ')}`);
  };
  must(
    'The contract has calls without a handler',
    calls.filter((endpoint) => !given.includes(endpoint)),
  );
  must(
    'The contract has calls with two handlers',
    given.filter((endpoint, index) => given.indexOf(endpoint) !== index),
  );
  must(
    'There are handlers for calls that the contract does not have',
    given.filter((endpoint) => !calls.includes(endpoint)),
  );
  must(
    'There are creating writes whose route asks for no transaction',
    handled.filter(({ endpoint, terms }) => endpoint.idempotent && !terms.transaction).map(({ endpoint }) => endpoint),
  );
  must(
    'There are routes that do not say whose count a cap of theirs is',
    handled.filter((one) => !saysWhose(one)).map(({ endpoint }) => endpoint),
  );
  return handled;
}

/** Whether the route's terms say who is counted for exactly those caps of the call that need it. */
function saysWhose({ endpoint, terms }: Handled): boolean {
  const needed = capsOfEachCall(endpoint).filter((name) => !knownOfEachCall.has(capTable[name].per));
  return needed.join() === Object.keys(terms.caps ?? {}).join();
}

/** The kinds of caps for which every call itself tells who is counted, so that its route need not. */
const knownOfEachCall: ReadonlySet<CapPer> = new Set(['session', 'owner', 'person', 'address']);

async function answer(
  handled: Handled,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = handled;
  const { db, clock, config } = services;
  const now = clock.now();
  const token = bearerToken(request.headers.authorization);
  const person = isOfDesk(endpoint) ? await personOfCall(db, token, now) : null;
  const clinic = concernsClinic(endpoint) ? await clinicOfCall(db, endpoint, request.headers, request.params) : null;
  if (clinic) request.clinicId = clinic.id;
  const member = person && (clinic ? await memberOfCall(db, clinic.id, person, endpoint, now) : person);
  const session =
    person || !clinic
      ? null
      : await sessionOfCall(db, {
          clinicId: clinic.id,
          access: accessAt(clinic, handled, request.body, config.demo),
          authorization: request.headers.authorization,
          now,
          staffDomain: config.internalEmailDomain,
          takesReplacedToken: endpoint.takesReplacedToken,
        });
  const input = inputOf(endpoint, { params: request.params, query: request.query, body: request.body });
  const call = {
    ...input,
    clinic,
    session,
    member,
    token,
    db,
    now,
    address: addressForCaps(request.ip),
    device: deviceOf(request, reply, config),
    services,
    log: request.log,
  } as Call<Endpoint>;
  const data = await done(handled, call, input, request.headers['idempotency-key']).catch((error: unknown) => {
    throw sayingToCall(error, person ? null : clinic);
  });

  if (config.checkReplies) checkReply(endpoint, data);
  return reply.send({ success: true, data });
}

const isOfDesk = ({ access }: Endpoint): boolean => access === 'person' || access === 'staff';
const concernsClinic = ({ access, hasNoClinic }: Endpoint): boolean => access !== 'person' && !hasNoClinic;

/**
 * Runs the call and returns its reply. A repetition under the same Idempotency-Key gets the first reply: its handler
 * does not run, or no further than the read it begins with, and it is not counted (D-202, D-404).
 */
async function done(handled: Handled, call: Call<Endpoint>, input: unknown, key: unknown): Promise<unknown> {
  const { endpoint, handler, terms } = handled;
  const { clinic, session, db, now } = call;
  await terms.before?.(call);
  const run = (trx: Db) => handler({ ...call, db: trx });
  const countAndRun = async (trx: Db) => {
    await countCall(handled, { ...call, db: trx });
    return run(trx);
  };
  const write = () => ({
    endpoint,
    clinicId: clinic.id,
    userId: userOf(call),
    key: idempotencyKey(key),
    input,
    beginsWithRead: terms.beginsWithRead,
    holdOf: session?.guest === true ? terms.holdOf : undefined,
    now,
  });
  if (!endpoint.idempotent) await countCall(handled, call);
  const reply = endpoint.idempotent
    ? await onceAKey(db, write(), countAndRun)
    : await (terms.transaction ? inTransaction(db, run) : run(db));
  return terms.after ? terms.after(call, reply as never) : reply;
}

/**
 * Counts the call under the caps that count each call: a creating write only where it succeeds, any other call in any
 * case (D-404). Throws `too_many_requests` above a cap.
 */
async function countCall({ endpoint, terms }: Handled, call: Call<Endpoint>): Promise<void> {
  const { clinic, session, member, address, services, db, now } = call as Omit<typeof call, 'clinic' | 'member'> & {
    clinic: Clinic | null;
    member: Member | null;
  };
  const byPer: Partial<Record<CapPer, string | undefined>> = {
    session: session?.id,
    owner: session?.userId,
    person: member?.personId,
  };
  for (const name of capsOfEachCall(endpoint)) {
    const whose = terms.caps?.[name]?.(call) ?? byPer[services.caps[name].per] ?? address;
    await countWithin(db, services, name, { clinicId: clinic?.id ?? everyClinic, whose, now });
  }
}

/** The user, or member of staff, to whom the call's Idempotency-Key belongs. Throws `unauthorized` without a session. */
function userOf({ session, member }: { session: { userId: string } | null; member: Member | null }): string {
  if (member) return `staff:${member.personId}`;
  if (session === null) throw new ApiError('unauthorized');
  return session.userId;
}
