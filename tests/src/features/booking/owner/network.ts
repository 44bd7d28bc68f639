import { is, validate } from 'superstruct';
import { endpoints } from '../../../../../src/contract';
import { confirmDemoCard } from '../../../../../src/contract/demoCards';
import type { Endpoint } from '../../../../../src/contract/endpoint';
import { errorReplies } from '../../../../../src/contract/errors';
import { Refused, type Clinic } from './clinic';

/** What a call says, as it arrives. */
export type Sent = {
  name: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  key: string | null;
  token: string | null;
};

const calls = [...endpoints, confirmDemoCard].map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replace(/:\w+/g, '([^/]+)')}$`),
  names: [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''),
}));
// A literal path before one with a parameter in its place.
calls.sort((a, b) => a.names.length - b.names.length);

/** Calls whose reply waits until it is let go. */
type Waiting = { name: string; go: (how: 'answer' | 'lost' | 'busy') => void };

/** The network between a page and the clinic: every body and every reply is held against the contract. */
export class Network {
  readonly clinic: Clinic;
  readonly #sent: (sent: Sent) => void;
  readonly #fault: (words: string) => void;
  /** The page that is alive: replies to one that was closed reach nobody. */
  page = 0;
  /** Counts calls and replies. */
  activity = 0;
  /** Names of calls that wait to be let go. */
  readonly slow = new Set<string>();
  readonly waiting: Waiting[] = [];
  /** Calls whose next reply is lost on its way, or is that the clinic is busy. */
  readonly broken = new Map<string, 'lost' | 'busy'>();

  constructor(clinic: Clinic, sent: (sent: Sent) => void, fault: (words: string) => void) {
    this.clinic = clinic;
    this.#sent = sent;
    this.#fault = fault;
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { page } = this;
    this.activity += 1;
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace(/^\/api/, '');
    if (path === '/health') return new Response('{"status":"ok","version":"test"}', { headers: this.#date });
    const found = calls.find(({ call, pattern }) => call.method === init.method && pattern.test(path));
    if (!found) {
      this.#fault(`no call ${init.method} ${path}`);
      throw new TypeError('no such call');
    }
    const { call, pattern, names } = found;
    const headers = init.headers as Record<string, string>;
    const values = pattern.exec(path)?.slice(1) ?? [];
    const body: unknown = init.body === undefined ? undefined : JSON.parse(String(init.body));
    const sent: Sent = {
      name: call.name,
      body,
      key: headers['Idempotency-Key'] ?? null,
      token: headers['Authorization']?.replace('Bearer ', '') ?? null,
      params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
      query: Object.fromEntries(searchParams),
    };
    this.#mustFit(call, sent);
    this.#sent(sent);
    let how: 'answer' | 'lost' | 'busy' = 'answer';
    if (this.slow.has(call.name)) how = await new Promise((go) => this.waiting.push({ name: call.name, go }));
    else await new Promise<void>((arrived) => setImmediate(arrived));
    how = this.broken.get(call.name) ?? how;
    this.broken.delete(call.name);
    const reply = how === 'busy' ? refusal(new Refused('unavailable')) : this.#reply(call, sent);
    this.activity += 1;
    if (page !== this.page) return new Promise(() => undefined);
    if (how === 'lost') throw new TypeError('the connection was lost');
    return new Response(JSON.stringify(reply.body), { status: reply.status, headers: this.#date });
  };

  /** The server's clock, as every reply names it. */
  get #date(): Record<string, string> {
    return { Date: new Date(this.clinic.now()).toUTCString() };
  }

  #mustFit(call: Endpoint, { name, params, query, body }: Sent): void {
    for (const [part, struct, value] of [
      ['params', call.params, params],
      ['query', call.query, query],
      ['body', call.body, body],
    ] as const) {
      const [problem] = struct === undefined ? [undefined] : validate(value, struct);
      if (problem) this.#fault(`${name}: ${part} ${problem.path.join('.')} ${problem.message}`);
    }
  }

  #reply(call: Endpoint, sent: Sent): { status: number; body: unknown } {
    const { clinic } = this;
    const session = clinic.sessions.get(sent.token ?? '') ?? null;
    const isFreed = clinic.settings.skipsCode && ['upsertClient', 'createAppointment'].includes(call.name);
    try {
      if (call.access !== 'none' && !session) throw new Refused('unauthorized');
      if (call.access === 'owner' && !isFreed && session?.user.is_guest) throw new Refused('unauthorized');
      const handler = clinic.handlers[call.name];
      if (!handler) throw new Refused('not_found');
      const data = JSON.parse(JSON.stringify(handler({ ...sent, body: sent.body as never, session }))) as unknown;
      if (!is(data, call.response))
        throw new Error(`${call.name}: the clinic of this test replies what the contract does not know`);
      return { status: 200, body: { success: true, data } };
    } catch (error) {
      if (error instanceof Refused) return refusal(error);
      this.#fault(String(error));
      return refusal(new Refused('internal'));
    }
  }
}

const refusal = ({ code, message }: Refused) => ({
  status: errorReplies[code].status,
  body: { success: false, code, message },
});
