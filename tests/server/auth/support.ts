import { initCode, ROLE_CUSTOMER, signIn, signUp, verifyCode } from '../../../src/contract/auth';
import { CallFailed, type TestServer } from '../../support/server';

export const role = ROLE_CUSTOMER;
export const strong = 'correct horse battery';

/** Status and code of a refused call. */
export const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => 'no refusal', (error: unknown) => (error instanceof CallFailed ? [error.status, error.code] : error));

let lastNumber = 5125552000;
/** Ten digits that nobody had before. */
export const newPhone = (): string => String(++lastNumber);

/** Signs up with a phone in a session and asks for the code; gives what verifies it. */
export async function signUpByPhone(server: TestServer, token: string, phoneNumber: string, given: { password?: string; email?: string } = {}) {
  const { password = strong, ...contacts } = given;
  await server.api(signUp, { body: { username: `1;${phoneNumber}`, phoneCode: '1', phoneNumber, ...contacts, password, rememberMe: true, role } }, { token });
  await server.api(initCode, { body: { phoneNumber, phoneCode: '1', role } }, { token });
  const code = await server.codeSentTo(`+1${phoneNumber}`);
  return () => server.api(verifyCode, { body: { phoneNumber, phoneCode: '1', code, role } }, { token });
}

/** Somebody with a verified phone and a password. */
export async function member(server: TestServer, given: { password?: string; email?: string } = {}) {
  const { token } = await server.signInGuest();
  const phoneNumber = newPhone();
  const verify = await signUpByPhone(server, token, phoneNumber, given);
  return { phoneNumber, username: `1;${phoneNumber}`, password: given.password ?? strong, ...(await verify()) };
}

export const tryPassword = (server: TestServer, username: string, password: string) =>
  server.send(signIn, { body: { username, password, rememberMe: true, role } });
