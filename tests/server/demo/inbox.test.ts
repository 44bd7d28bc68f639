import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initCode, ROLE_CUSTOMER } from '../../../src/contract/auth';
import { textUs } from '../../../src/contract/messages';
import { clinicFile } from '../../support/clinicFile';
import { TOO_MANY } from '../../../server/modules/messages/delivery';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({ shop: { notify_email: 'desk@testvets.example', notify_phone: '+15125550101' } }),
      clinicFile({ shop: { id: 'silent' } }),
    ],
  });
});
afterAll(() => server.close());

type Shown = { to: string; channel: string; subject: string | null; text: string; code?: string; created_at: string };
const messages = async (query = '') => (await server.app.inject({ url: `/api/demo/messages${query}` })).json<Shown[]>();

describe('text us (TEXT-01, D-107, D-218)', () => {
  test('API-60 gives a receipt and tells the clinic, once a key', async () => {
    const { token } = await server.signInGuest();
    const key = 'b6f0c5b8-8f0e-4a55-9d3e-0f6a4c1f2a33';
    const receipt = await server.api(textUs, { body: { phone_number: '5125550142' } }, { token, key });
    expect(receipt).toEqual({ id: expect.any(String) as string, created_at: server.clock.now().toISOString() });
    expect(await server.api(textUs, { body: { phone_number: '5125550142' } }, { token, key })).toEqual(receipt);
    const text = 'A visitor of your booking page would like you to text them at +15125550142 (not confirmed).';
    const link = `http://localhost:3000/admin/inbox/text_us-${receipt.id}?clinic=testvets`;
    expect(await messages('?to=desk@testvets.example')).toEqual([
      {
        to: 'desk@testvets.example',
        channel: 'email',
        subject: 'Please text a visitor',
        text: `${text}\n\nOpen it at the desk: ${link}`,
        created_at: server.clock.now().toISOString(),
      },
    ]);
    expect(await messages('?to=%2B15125550101')).toMatchObject([{ channel: 'sms', text: `${text} Desk: ${link}` }]);
  });

  test('API-60 is kept where the clinic named nowhere to tell it', async () => {
    const { token } = await server.signInGuest({ clinicId: 'silent' });
    const { id } = await server.api(textUs, { body: { phone_number: '5125550143' } }, { token, clinicId: 'silent' });
    expect(await server.db.selectFrom('text_requests').select('phone').where('id', '=', id).execute()).toEqual([
      { phone: '+15125550143' },
    ]);
  });

  test('API-60 needs ten digits, and is capped for a phone and for an address', async () => {
    const { token } = await server.signInGuest();
    expect((await server.send(textUs, { body: { phone_number: '555' } }, { token })).status).toBe(400);
    const ask = async (at: TestServer, phone_number: string) =>
      (await at.send(textUs, { body: { phone_number } }, { token })).status;
    const samePhone = [];
    for (let count = 0; count < 6; count++) samePhone.push(await ask(server, '5125550144'));
    expect(samePhone).toEqual([200, 200, 200, 200, 200, 429]);
    await server.db.deleteFrom('counters').execute();
    const strict = await server.another({ caps: { textRequestsPerAddress: { max: 1, windowMs: 60_000 } } });
    expect([await ask(strict, '5125550145'), await ask(strict, '5125550146')]).toEqual([200, 429]);
    await strict.app.close();
  });
});

describe('who may ask for a text', () => {
  const ask = (body: object, options: { token?: string; key?: string | null } = {}) =>
    server.send(textUs, { body: body as { phone_number: string } }, options);

  test('API-60 is for guests and owners, not for nobody, and keeps whose session asked, whatever the body says', async () => {
    await server.db.deleteFrom('counters').execute();
    expect((await ask({ phone_number: '5125550160' })).status).toBe(401);
    const guest = await server.signInGuest();
    const jo = await server.signIn('jo@example.com');
    for (const { token, user } of [guest, jo]) {
      const reply = await ask({ phone_number: '5125550160', user_id: 'somebody', clinic_id: 'silent' }, { token });
      expect(reply.status).toBe(200);
      const { id } = (reply.body as { data: { id: string } }).data;
      expect(
        await server.db.selectFrom('text_requests').select(['clinic_id', 'user_id']).where('id', '=', id).execute(),
      ).toEqual([{ clinic_id: server.clinicId, user_id: user.id }]);
    }
  });

  test('API-60 refuses a body without a number, and another number under the same key', async () => {
    const { token } = await server.signInGuest();
    for (const body of [
      {},
      { phone_number: null },
      { phone_number: 5125550142 },
      { phone_number: '512-555-0142' },
      { phone_number: '+15125550142' },
    ]) {
      expect(await ask(body, { token })).toMatchObject({ status: 400, body: { code: 'validation' } });
    }
    const key = 'c6f0c5b8-8f0e-4a55-9d3e-0f6a4c1f2a33';
    const first = await ask({ phone_number: '5125550161' }, { token, key });
    expect(await ask({ phone_number: '5125550162' }, { token, key })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch', result: (first.body as { data: unknown }).data },
    });
  });
});

describe('the demo inbox (D-216)', () => {
  test('shows messages with their codes, newest first, by address in any spelling', async () => {
    const { token } = await server.signInGuest();
    for (let sent = 0; sent < 2; sent++)
      await server.api(
        initCode,
        { body: { phoneCode: '1', phoneNumber: '5125550180', role: ROLE_CUSTOMER } },
        { token },
      );
    const code = await server.codeSentTo('+15125550180');
    for (const to of ['%2B15125550180', '+15125550180', '5125550180', '15125550180']) {
      const shown = await messages(`?to=${to}`);
      expect(shown).toHaveLength(2);
      expect(shown[0]).toMatchObject({ to: '+15125550180', channel: 'sms', code });
      expect(shown[0]?.text).toContain(code);
    }
    await server.signIn('mixed@example.com');
    expect(await messages('?to=Mixed@Example.com')).toHaveLength(1);
  });

  test("shows nothing of what was past a recipient's day (D-404), and what failed otherwise", async () => {
    const write = (text: string) =>
      server.services.messages.enqueue(server.db, {
        clinicId: server.clinicId,
        channel: 'email',
        recipient: 'full@example.com',
        subject: 'Hello',
        text,
        kind: 'test',
      });
    const [past, refused] = [await write('past the cap'), await write('refused by the mail server')];
    const note = (id: string, last_error: string) =>
      server.db
        .updateTable('messages')
        .set({ failed_at: server.clock.now(), last_error })
        .where('id', '=', id)
        .execute();
    await note(past, TOO_MANY);
    await note(refused, 'mailbox unknown');
    expect((await messages('?to=full@example.com')).map(({ text }) => text)).toEqual(['refused by the mail server']);
  });

  test('is a page without script that shows texts as text', async () => {
    await server.services.messages.enqueue(server.db, {
      clinicId: server.clinicId,
      channel: 'email',
      recipient: 'x@example.com',
      subject: '<b>"hi"</b>',
      text: '<script>alert(1)</script>',
      kind: 'test',
    });
    const reply = await server.app.inject({ url: '/api/demo/inbox' });
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(reply.body).not.toContain('<script');
    expect(reply.body).toContain('&lt;script&gt;alert(1)');
    expect(reply.body).toContain('http-equiv="refresh"');
  });

  test.each([
    { host: 'portal.example' },
    { host: '127.0.0.1.evil.example' },
    { host: 'localhost:3000', 'x-forwarded-for': '1.2.3.4' },
    { host: 'localhost', forwarded: 'for=1.2.3.4' },
    { host: 'localhost', 'x-real-ip': '1.2.3.4' },
    { host: 'localhost', via: '1.1 proxy' },
  ])('answers nobody who comes with %o', async (headers) => {
    for (const url of ['/api/demo/inbox', '/api/demo/messages'])
      expect((await server.app.inject({ url, headers })).statusCode).toBe(404);
  });

  test.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])('answers at %s', async (host) => {
    expect((await server.app.inject({ url: '/api/demo/messages', headers: { host } })).statusCode).toBe(200);
  });

  test.each([{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://portal.example' }])(
    'is not there with %o',
    async (env) => {
      const real = await startTestServer({ env });
      for (const url of ['/api/demo/inbox', '/api/demo/messages'])
        expect((await real.app.inject({ url })).statusCode).toBe(404);
      await real.close();
    },
  );
});
