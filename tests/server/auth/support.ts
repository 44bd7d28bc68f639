import { guestSignIn, initCode, ROLE_CUSTOMER, signIn, signUp, verifyCode } from '../../../src/contract/auth';
import { CallFailed, type TestServer } from '../../support/server';

export const role = ROLE_CUSTOMER;
export const strong = 'correct horse battery';

/** Status and code of a refused call. */
export const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof CallFailed ? [error.status, error.code] : error),
  );

let lastNumber = 5125552000;
/** Ten digits that nobody had before. */
export const newPhone = (): string => String(++lastNumber);

/** Signs up with a phone in a session and asks for the code; gives what verifies it. */
export async function signUpByPhone(
  server: TestServer,
  token: string,
  phoneNumber: string,
  given: { password?: string; email?: string } = {},
) {
  const { password = strong, ...contacts } = given;
  await server.api(
    signUp,
    {
      body: {
        username: `1;${phoneNumber}`,
        phoneCode: '1',
        phoneNumber,
        ...contacts,
        password,
        rememberMe: true,
        role,
      },
    },
    { token },
  );
  await server.api(initCode, { body: { phoneNumber, phoneCode: '1', purpose: 'sign-up', role } }, { token });
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

/** A browser as the server sees one: what it calls itself, and the cookie that it was given. */
export function browser(server: TestServer, userAgent: string = chromeOnAndroid) {
  let cookie: string | undefined;
  const send: TestServer['send'] = async (endpoint, input, options = {}) => {
    const reply = await server.send(endpoint, input, {
      ...options,
      headers: { 'user-agent': userAgent, ...(cookie && { cookie }), ...options.headers },
    });
    const given = String(reply.headers['set-cookie'] ?? '');
    if (given !== '') cookie = given.split(';')[0];
    return reply;
  };
  const api: TestServer['api'] = async (endpoint, input, options) => {
    const { status, body } = await send(endpoint, input, options);
    if (status !== 200) throw new CallFailed(status, body as CallFailed['body'], null);
    return (body as { data: never }).data;
  };
  /** Signs in with a code that is asked for and tried here. */
  const signIn = async (identifier: string, given: { token?: string } = {}) => {
    const token = given.token ?? (await api(guestSignIn, {})).token;
    const contacts = identifier.includes('@')
      ? { email: identifier }
      : { phoneCode: identifier.slice(1, -10), phoneNumber: identifier.slice(-10) };
    await api(initCode, { body: { ...contacts, role } }, { token });
    return api(verifyCode, { body: { ...contacts, code: await server.codeSentTo(identifier), role } }, { token });
  };
  return { send, api, signIn, cookie: () => cookie, forget: () => void (cookie = undefined) };
}
export type Browser = ReturnType<typeof browser>;

export const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
export const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
