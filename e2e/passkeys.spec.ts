import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures';

/** An authenticator of Chromium's own that keeps passkeys and always finds its person. */
async function authenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    kept: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

type Reply = { status: number; body: { success: boolean; code?: string; data: never } };

/** A call of the desk's page. */
const call = (page: Page, method: string, path: string, body?: unknown, token?: string): Promise<Reply> =>
  page.evaluate(
    async (asked) => {
      const reply = await fetch(`/api/desk/v1/${asked.path}`, {
        method: asked.method,
        headers: {
          ...(asked.body !== undefined && { 'content-type': 'application/json' }),
          ...(asked.token !== undefined && { authorization: `Bearer ${asked.token}` }),
        },
        ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
      });
      return { status: reply.status, body: (await reply.json()) as never };
    },
    { method, path, body, token },
  );

type WebAuthn = {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
};

/** What the browser makes of the options: a new passkey's JSON, or that of one which signs in. */
const answerTo = (page: Page, kind: 'create' | 'get', options: unknown): Promise<unknown> =>
  page.evaluate(
    async (asked) => {
      const parser = PublicKeyCredential as unknown as WebAuthn;
      const made =
        asked.kind === 'create'
          ? await navigator.credentials.create({ publicKey: parser.parseCreationOptionsFromJSON(asked.options) })
          : await navigator.credentials.get({ publicKey: parser.parseRequestOptionsFromJSON(asked.options) });
      return (made as unknown as { toJSON(): unknown }).toJSON();
    },
    { kind, options },
  );

test('D-421: a passkey that the browser makes at the desk signs in, and no more once it is removed', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const clinic = await addClinic();
  const email = `ana.${clinic}@passkeys.example`;
  await server.clinic('invite', clinic, email, 'staff');
  await page.goto('/admin');
  const device = await authenticator(page);

  await call(page, 'POST', 'codes', { email });
  const code = await server.code(email);
  const signedIn = await call(page, 'POST', 'sessions', { email, code });
  const { token } = signedIn.body.data as { token: string };

  const asked = (await call(page, 'POST', 'passkeys/options', undefined, token)).body.data as {
    ceremony_id: string;
    options: unknown;
  };
  const answer = await answerTo(page, 'create', asked.options);
  const added = await call(
    page,
    'POST',
    'passkeys',
    { ceremony_id: asked.ceremony_id, answer, label: 'Chrome' },
    token,
  );
  expect(added).toMatchObject({ status: 200, body: { data: { label: 'Chrome' } } });
  expect(await device.kept()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
  expect((await server.messages(email))[0]!.subject).toBe('A passkey was added to your sign-in');

  expect((await call(page, 'DELETE', 'sessions/current', undefined, token)).status).toBe(200);
  expect((await call(page, 'GET', 'me', undefined, token)).status).toBe(401);
  const signIn = async () => {
    const { ceremony_id, options } = (await call(page, 'POST', 'passkeys/sign_in/options')).body.data as {
      ceremony_id: string;
      options: unknown;
    };
    return call(page, 'POST', 'passkeys/sign_in', { ceremony_id, answer: await answerTo(page, 'get', options) });
  };
  const again = await signIn();
  expect(again).toMatchObject({ status: 200, body: { data: { person: { email }, clinics: [{ id: clinic }] } } });
  const fresh = (again.body.data as { token: string }).token;
  expect((await signIn()).status).toBe(200);

  const { id } = added.body.data as { id: string };
  expect((await call(page, 'DELETE', `passkeys/${id}`, undefined, fresh)).status).toBe(200);
  expect((await signIn()).status).toBe(401);
  expect((await server.messages(email))[0]!.subject).toBe('A passkey was removed from your sign-in');
});
