import { sql } from 'kysely';
import { endpoints } from '../../src/contract';
import { urlOf, type Endpoint } from '../../src/contract/endpoint';
import { samples, type Given } from '../support/border/samples';
import { bookedBy, type Scene } from '../support/border/scene';
import { inTransaction } from '../../server/db/transaction';
import { loadClinic } from '../../server/modules/clinics/repository';
import { newAnswerLink } from '../../server/modules/messages/answerLinks';

/** A request that the server takes, with sqlmap's mark `*` behind each value that comes from outside. */
export type Captured = {
  /** The route, as the server's own patterns name it. */
  route: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** How many values are marked. */
  marks: number;
  /** Undoes what the call did, where it could be taken only once. */
  again?: () => Promise<void>;
};

const mark = '*';

/** JSON with the mark behind each text and number. */
const markedJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(markedJson).join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => `${JSON.stringify(name)}:${markedJson(one)}`)
      .join()}}`;
  const text = JSON.stringify(value);
  if (typeof value === 'string') return `${text.slice(0, -1)}${mark}"`;
  return typeof value === 'number' ? `${text}${mark}` : text;
};

const markedValues = (given: Record<string, unknown> | undefined) =>
  given && Object.fromEntries(Object.entries(given).map(([name, value]) => [name, `${String(value)}@mark@`]));

const captured = (
  route: string,
  url: string,
  { headers = {}, body = null }: { headers?: Record<string, string>; body?: string | null } = {},
): Captured => ({
  route,
  method: route.split(' ', 1)[0]!,
  url,
  headers,
  body,
  marks: [url, body ?? '', ...Object.values(headers)].join('').split(mark).length - 1,
});

/** The call of the contract as its caller makes it, who is signed in where the call needs that. */
function capturedCall(origin: string, clinicId: string, endpoint: Endpoint, given: Given, token: string | null) {
  const path = urlOf(endpoint, { ...given, params: markedValues(given.params), query: markedValues(given.query) });
  const hasOther = given.params !== undefined || given.query !== undefined || given.body !== undefined;
  return captured(
    `${endpoint.method} /api${endpoint.path}`,
    `${origin}/api${path.replaceAll(encodeURIComponent('@mark@'), mark)}`,
    {
      headers: {
        // No Idempotency-Key: a second call under the same one would be answered from the first.
        'X-Client-Id': `${clinicId}${hasOther ? '' : mark}`,
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        // Without a body too: sqlmap would say that a form follows.
        ...(endpoint.method !== 'GET' && { 'Content-Type': 'application/json' }),
      },
      body: given.body === undefined ? null : markedJson(given.body),
    },
  );
}

/** Makes the request of one route; what it needs is made first, so that it is taken. */
type Capture = { route: string; make(): Promise<Captured> };

/** One for every call of the contract, then the answer links and the pages, which are not in it. */
export function captures(scene: Scene, origin: string): Capture[] {
  const { server, jo } = scene;
  /** A link by which the clinic may answer a request, the time that its page would show, and what makes both as new. */
  const answerLink = async (): Promise<[url: string, seen: string, again: () => Promise<void>]> => {
    const { id } = await bookedBy(scene, jo);
    const clinic = (await loadClinic(server.db, server.clinicId))!;
    return inTransaction(server.db, async (trx) => {
      const token = newAnswerLink(trx, clinic, id, server.clock.now());
      const { starts_at } = await trx
        .updateTable('appointments')
        .set({ status: 'REQUESTED' })
        .where('clinic_id', '=', clinic.id)
        .where('id', '=', id)
        .returning('starts_at')
        .executeTakeFirstOrThrow();
      // One statement, so that the next call waits for all of it.
      const again = async () => {
        await sql`
          with link as (update answer_links set used_at = null, used_for = null where appointment_id = ${id})
          update appointments set status = 'REQUESTED' where id = ${id}`.execute(server.db);
      };
      return [`${origin}/a/${token}`, starts_at.toISOString(), again];
    });
  };
  const others: Record<string, () => Promise<[url: string, body?: string, again?: () => Promise<void>]>> = {
    'GET /a/:token': async () => [`${(await answerLink())[0]}${mark}`],
    'POST /a/:token': async () => {
      const [url, seen, again] = await answerLink();
      return [url, `answer=decline${mark}&seen=${seen}${mark}&reason=other${mark}&words=Please call${mark}`, again];
    },
    'GET /:clinic': async () => [`${origin}/${server.clinicId}${mark}`],
    'GET /:clinic/*': async () => [`${origin}/${server.clinicId}/book${mark}?step=1${mark}`],
    'GET /admin/*': async () => [`${origin}/admin/inbox${mark}?clinic=${server.clinicId}${mark}`],
    'GET /api/demo/messages': async () => [`${origin}/api/demo/messages?to=jo@example.com${mark}`],
    'GET /api/health': async () => [`${origin}/api/health?x=1${mark}`],
  };
  return [
    ...endpoints.map((endpoint) => ({
      route: `${endpoint.method} /api${endpoint.path}`,
      make: async () => {
        // A session of its own: some of the calls end sessions.
        const who = { ...jo, token: (await server.signIn(jo.email)).token };
        const given = await samples[endpoint.name]!(scene, who);
        return capturedCall(
          origin,
          server.clinicId,
          endpoint,
          given,
          given.token === undefined ? who.token : given.token,
        );
      },
    })),
    ...Object.entries(others).map(([route, make]) => ({
      route,
      make: async () => {
        const [url, body, again] = await make();
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
        return { ...captured(route, url, body === undefined ? {} : { headers, body }), ...(again && { again }) };
      },
    })),
  ];
}
