import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract';
import { queued } from '../../../src/offline/outbox/entry';

const namesWith = (has: (call: (typeof endpoints)[number]) => unknown): string[] =>
  endpoints.filter(has).map(({ name }) => name);

describe('what the contract says about few calls', () => {
  it('is a sign-in where a 401 is about what was typed, and each such call is told so', () => {
    const isOfSignIn =
      /^\S+ \/user\/v1\/(auth|reset-password)\/|^\S+ \/jwt\/(login|register)$|^POST \/desk\/v1\/(codes|sessions|passkeys\/sign_in(\/options)?)$/;
    expect(namesWith((call) => call.isSignIn)).toEqual(
      namesWith((call) => isOfSignIn.test(`${call.method} ${call.path}`)),
    );
  });

  it('lets those calls wait for a network that the outbox knows, which are creating writes', () => {
    expect(namesWith((call) => call.outbox).sort()).toEqual(Object.keys(queued).sort());
    expect(Object.entries(queued).map(([kind, call]) => [kind, call.name, call.idempotent])).toEqual(
      Object.keys(queued).map((kind) => [kind, kind, true]),
    );
    expect(Object.fromEntries(Object.entries(queued).map(([kind, { outbox }]) => [kind, outbox]))).toEqual({
      requestRefill: 'each',
      joinWaitlist: 'last',
      leaveWaitlist: 'last',
    });
  });

  it('names a parameter of the path as the clinic', () => {
    for (const call of endpoints.filter(({ clinicParam }) => clinicParam !== undefined))
      expect(call.path).toContain(`/:${call.clinicParam}`);
    expect(namesWith((call) => call.clinicParam)).toEqual(['getShop']);
  });

  it('is said of one call each where only one can be meant', () => {
    expect(namesWith((call) => call.renewsSession)).toEqual(['refreshToken']);
    expect(namesWith((call) => call.takesReplacedToken)).toEqual(['verifyCode']);
    expect(namesWith((call) => call.endsSessionOn404)).toEqual(['clientByUser']);
  });
});
