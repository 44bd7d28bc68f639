import type { InjectOptions } from 'fastify';
import { validate } from 'superstruct';
import { endpoints } from '../../../src/contract';
import type { Endpoint } from '../../../src/contract/endpoint';
import { ErrorReply, errorReplies, type ErrorCode } from '../../../src/contract/errors';
import { exportClinicFile } from '../../../server/modules/clinicFile/export';
import { parseClinicFile } from '../../../server/modules/clinicFile/parse/parse';
import type { Random } from '../../soak/random';
import { ask, inject, requestOf, type Answer } from './ask';
import { fieldsOfCall, withField, type Field } from './fields';
import { hostileAddress, hostileBodies, hostileHeaders, hostileJson, hostileQueries, mark } from './hostile';
import { samples, type Given } from './samples';
import type { Scene } from './scene';

export type Found = { requests: number; fields: number; byStatus: Record<number, number>; faults: string[] };

/** How many hostile values to try: for each field, and for each call's headers and queries and its bodies. */
export type Share = { fields: number; headers: number; bodies: number };

/**
 * Returns what is wrong with an answer to any request: a server error, a form other than the contract's, or an echo of
 * hostile input; null for nothing.
 */
export function wrongWith(endpoint: Endpoint, { status, text, body }: Answer): string | null {
  if (body === null) return `no JSON: ${text.slice(0, 80)}`;
  if (body.success === true)
    return status === 200 && validate(body.data, endpoint.response)[0] === undefined
      ? null
      : 'a success that the contract does not know';
  const code = body.code as ErrorCode;
  // The only allowed 5xx is for a token of another clinic, which is never sent here.
  if (status >= 500) return `${status} ${String(code)}`;
  if (validate(body, ErrorReply)[0] !== undefined || errorReplies[code]?.status !== status)
    return `not in the contract's envelope: ${text.slice(0, 120)}`;
  return text.includes(mark) || text.includes('received') ? `an echo: ${text.slice(0, 200)}` : null;
}

const hole = '"@hole@"';

/** Returns the sample's request with the literal in the field's place. */
function pierced(endpoint: Endpoint, given: Given, { part, path }: Field, literal: string): Partial<InjectOptions> {
  const holed = { ...given, [part]: withField(given[part], path, JSON.parse(hole)) };
  if (part === 'body') return { payload: JSON.stringify(holed.body).replace(hole, () => literal) };
  const address = new URLSearchParams(
    (part === 'query' ? { ...given.query, [path[0]!]: '@hole@' } : (given.query ?? {})) as Record<string, string>,
  ).toString();
  const filled = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((holed.params as Record<string, unknown> | undefined)?.[name])),
  );
  return { url: `/api${filled}${address && `?${address}`}`.replace('%40hole%40', () => literal) };
}

const some = <T>(random: Random, of: readonly T[], most: number): T[] => {
  if (most >= of.length) return [...of];
  const left = [...of];
  return Array.from({ length: most }, () => left.splice(random.upTo(left.length), 1)[0]!);
};

/**
 * Sends every call with hostile values in each field of a valid body, each part of its address, its headers, and as its
 * body; then reads everything as its owner and exports the clinic.
 */
export async function fuzz(scene: Scene, random: Random, share: Share): Promise<Found> {
  const { server, jo } = scene;
  const found: Found = { requests: 0, fields: 0, byStatus: {}, faults: [] };
  const put = async (endpoint: Endpoint, request: InjectOptions, what: string): Promise<void> => {
    const answer = await inject(server, request);
    found.requests += 1;
    found.byStatus[answer.status] = (found.byStatus[answer.status] ?? 0) + 1;
    const wrong = wrongWith(endpoint, answer);
    if (wrong !== null) found.faults.push(`${endpoint.name} ${what}: ${wrong}`);
  };

  for (const endpoint of endpoints) {
    const given = await samples[endpoint.name]!(scene, jo);
    const token = given.token === undefined ? jo.token : given.token;
    const request = () => requestOf(server, endpoint, given, token);
    const fields = fieldsOfCall(endpoint);
    found.fields += fields.length;
    for (const field of fields) {
      for (const literal of some(random, field.part === 'body' ? hostileJson : hostileAddress, share.fields)) {
        await put(
          endpoint,
          { ...request(), ...pierced(endpoint, given, field, literal) },
          `${field.part}.${field.path.join('.')} = ${literal.slice(0, 60)}`,
        );
      }
      const without = { ...given, [field.part]: withField(given[field.part], field.path, undefined) };
      if (field.part !== 'params')
        await put(
          endpoint,
          requestOf(server, endpoint, without, token),
          `without ${field.part}.${field.path.join('.')}`,
        );
    }
    const more = {
      ...given.body,
      isAdmin: true,
      toString: mark,
      hasOwnProperty: 1,
      clinic_id: 'othervets',
      access: 'owner',
    };
    if (endpoint.body)
      await put(endpoint, { ...request(), payload: JSON.stringify(more) }, 'with fields that there are not');
    const twice = JSON.stringify(given.body ?? {}).replace(/^\{/, `{"id":"${mark}","user_id":"${mark}",`);
    await put(
      endpoint,
      {
        ...request(),
        headers: { ...request().headers, 'content-type': 'application/json' },
        ...(endpoint.method !== 'GET' && { payload: twice }),
      },
      'with fields that come twice',
    );
    for (const headers of some(random, hostileHeaders, share.headers)) {
      await put(
        endpoint,
        { ...request(), headers: { ...request().headers, ...headers } },
        `with ${JSON.stringify(headers).slice(0, 80)}`,
      );
    }
    for (const payload of endpoint.method === 'GET' ? [] : some(random, hostileBodies, share.bodies)) {
      await put(
        endpoint,
        { ...request(), headers: { ...request().headers, 'content-type': 'application/json' }, payload },
        `with the body ${String(payload).slice(0, 60)}`,
      );
    }
    for (const query of some(random, hostileQueries, share.headers)) {
      const { url, ...rest } = request();
      await put(
        endpoint,
        { ...rest, url: `${String(url)}${String(url).includes('?') ? '&' : '?'}${query}` },
        `with the query ${query.slice(0, 40)}`,
      );
    }
  }
  found.faults.push(...(await unreadable(scene)));
  return found;
}

/** Returns a line for each record that its owner cannot read any more, or that an export cannot contain. */
export async function unreadable(scene: Scene): Promise<string[]> {
  const { server, jo, casey } = scene;
  const faults: string[] = [];
  for (const who of [jo, casey]) {
    // A hostile call may have changed an owner's name, but not the owner of a token.
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const given = await samples[endpoint.name]!(scene, who);
      const answer = await ask(server, endpoint, given, given.token === undefined ? who.token : given.token);
      if (answer.status !== 200 || wrongWith(endpoint, answer) !== null)
        faults.push(`${who.firstName} cannot ${endpoint.name}: ${answer.text.slice(0, 200)}`);
    }
    const list = await ask(
      server,
      endpoints.find(({ name }) => name === 'listAppointments')!,
      { query: { user_id: who.userId } },
      who.token,
    );
    const listed = (list.body?.data ?? { content: [] }) as { content: { id: string }[] };
    for (const { id } of listed.content) {
      const answer = await ask(
        server,
        endpoints.find(({ name }) => name === 'getAppointment')!,
        { params: { id } },
        who.token,
      );
      if (answer.status !== 200)
        faults.push(`${who.firstName} cannot read appointment ${id}: ${answer.text.slice(0, 200)}`);
    }
  }
  const file = await exportClinicFile(server.db, server.clinicId);
  try {
    parseClinicFile(JSON.parse(JSON.stringify(file)), { demoMode: true });
  } catch (error) {
    faults.push(`the export cannot be imported: ${(error as Error).message.slice(0, 500)}`);
  }
  return faults;
}
