import { randomUUID } from 'node:crypto';
import { guestSignIn, initCode, ROLE_CUSTOMER, verifyCode } from '../../src/contract/auth';
import { urlOf, type Endpoint, type Input, type Output } from '../../src/contract/endpoint';
import type { PortalServer } from './server';

/** Somebody who asks a clinic by its calls, without a page. */
export class Caller {
  constructor(
    readonly server: PortalServer,
    readonly clinic: string,
    readonly token: string | null = null,
  ) {}

  /** Makes a call; throws what the server refuses it with. */
  async call<E extends Endpoint>(call: E, input: Input<E>): Promise<Output<E>> {
    const response = await fetch(`${this.server.origin}/api${urlOf(call, input)}`, {
      method: call.method,
      headers: {
        'X-Client-Id': this.clinic,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...(this.token && { Authorization: `Bearer ${this.token}` }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
    const reply = (await response.json()) as { success: boolean; data: Output<E>; message?: string };
    if (!reply.success) throw new Error(`${call.name}: ${response.status} ${reply.message ?? ''}`);
    return reply.data;
  }
}

/** A visitor of the clinic who has told nothing yet. */
export async function visitor(server: PortalServer, clinic: string): Promise<Caller> {
  const { token } = await new Caller(server, clinic).call(guestSignIn, {});
  return new Caller(server, clinic, token);
}

/** An owner who has signed in with the code sent to their e-mail; `sent` is how many messages went there before, and one. */
export async function signedIn(server: PortalServer, clinic: string, email: string, sent = 1): Promise<Caller> {
  const guest = await visitor(server, clinic);
  await guest.call(initCode, { body: { email, role: ROLE_CUSTOMER } });
  const code = await server.code(email, sent);
  const { token } = await guest.call(verifyCode, { body: { email, code, role: ROLE_CUSTOMER } });
  return new Caller(server, clinic, token);
}
