import { afterEach, describe, expect, it } from 'vitest';
import { getProfile } from '../../../src/contract/auth';
import { exchange } from '../../../src/offline/exchange';
import { reply, tinyServer } from '../../support/tinyServer';

let server: Awaited<ReturnType<typeof tinyServer>>;
afterEach(() => server.close());

async function answered(status: number, body: object, headers: Record<string, string> = {}) {
  server = await tinyServer((_, response) => reply(response, status, { success: false, ...body }, headers));
  const { error } = (await exchange(getProfile, {}, { base: server.base, clinicId: 'oakwood', token: 'x' })) as {
    error: { code: string | null; hasRunOut?: boolean };
  };
  return error;
}

describe('what a refusal names (D-20)', () => {
  it.each([
    ['its code', 409, { code: 'AliasAlreadyUsed', message: 'Taken' }, 'AliasAlreadyUsed'],
    ['a message in place of one', 200, { message: 'AliasAlreadyUsed' }, 'AliasAlreadyUsed'],
    ['a message with a space', 401, { message: 'Invalid code' }, 'InvalidCode'],
    ['a code in other letters', 401, { code: 'invalid Code' }, 'InvalidCode'],
    ["'Invalid tenant and user', whatever the status", 200, { message: 'Invalid tenant and user' }, 'invalid_tenant'],
    ['nothing that we know', 418, { code: 'teapot', message: 'Short and stout' }, null],
    ['a message that is no text', 400, { message: { toString: 1 } }, null],
  ])('is %s', async (_, status, body, code) => {
    expect((await answered(status, body)).code).toBe(code);
  });

  it('says of a token that its session ran out by the challenge beside it, and by nothing else (D-01, RFC 6750)', async () => {
    const ranOut = await answered(
      401,
      { code: 'unauthorized' },
      { 'WWW-Authenticate': 'Bearer error="invalid_token", error_description="expired"' },
    );
    expect(ranOut.hasRunOut).toBe(true);
    await server.close();
    expect(
      (await answered(401, { code: 'unauthorized', message: 'expired' }, { 'WWW-Authenticate': 'Bearer' })).hasRunOut,
    ).toBe(false);
  });
});
