import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  cancelAppointment,
  CUSTOMER_SITE,
  getAppointment,
  pickTime,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import { inbox, visitReasons } from '../../../src/contract/desk/inbox';
import { declinedText } from '../../../src/domain/desk/decline';
import type { Member } from '../../../server/calls/member';
import { tidyUp } from '../../../server/housekeeping';
import { acceptAppointment, declineAppointment } from '../../../server/modules/appointments/decide';
import { loadClinic } from '../../../server/modules/clinics/repository';
import { recordAnswer, takeBack } from '../../../server/modules/desk/answers';
import { readItem } from '../../../server/modules/desk/core';
import { request as requestKind } from '../../../server/modules/desk/kinds/request';
import { inTransaction } from '../../../server/db/transaction';
import { deliverDue } from '../../../server/modules/messages/delivery';
import type { TestServer } from '../../support/server';
import { staffMember } from '../../support/staff';
import { atDesk, leaveNow } from './support';
import { bookAs, chicago, crowd, jo, manyClinics, payDeposit, sentBy, wednesday, type Owner } from '../booking/support';

const publicUrl = 'http://localhost:8123';
const open = manyClinics({ env: { PUBLIC_URL: publicUrl } });
const DAY = 86_400_000;
const nine = chicago(wednesday, '09:00');
const later = chicago('2026-12-09', '09:00');

let server: TestServer;
let who: Owner;
const start = () =>
  open({
    keyword_actions: [
      { id: 'a', keywords: ['not eating'], all_products: true, action_type: 'info', info_message: 'Call us.' },
    ],
    shop: {
      notify_email: 'desk@testvets.example',
      notify_phone: '+15125550101',
      metadata: { isAutoAccept: false },
      feature_settings: { client_online_cancellation_enabled: true, client_online_reschedule_enabled: true },
    },
  });
beforeEach(async () => {
  server = await start();
  who = await jo(server);
});

/** The path of the newest notice's answer link, as in its e-mail. */
async function linkIn(there = server): Promise<string> {
  const mails = (await sentBy(there, { kind: 'clinic_notice' })).filter(({ to }) => to.startsWith('email'));
  return /\/a\/[a-z0-9-]+\.[\w-]{43}/.exec(mails.at(-1)!.text)![0];
}
async function request(at = nine): Promise<{ id: string; link: string }> {
  const { id } = await bookAs(server, who, at);
  return { id, link: await linkIn() };
}
const get = (link: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = {}) =>
  server.app.inject({ method, url: link, headers });
const post = (link: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: link,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl, ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const accept = { answer: 'accept', seen: nine };
const decline = { answer: 'decline', seen: nine, reason: 'no_time' };
const stored = (id: string) =>
  server.db
    .selectFrom('appointments')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const statusOf = async (id: string) => (await stored(id)).status;

const reading = async () => ({
  clinic: (await loadClinic(server.db, server.clinicId))!,
  now: server.clock.now(),
  services: server.services,
});
/** A member of the clinic's staff, as a call has them. */
const ana = async (): Promise<Member> => {
  const { personId, name, email } = await staffMember(server);
  return { personId, name, email, sessionId: '', role: 'staff', providerId: null };
};

/** Everything of the clinic that an answer could change. */
async function everything(): Promise<string> {
  const tables = ['appointments', 'claims', 'messages', 'refunds', 'payment_requests', 'answer_links'] as const;
  const rows = await Promise.all(
    tables.map((table) => server.db.selectFrom(table).selectAll().where('clinic_id', '=', server.clinicId).execute()),
  );
  // A table has no order of its own.
  return JSON.stringify(rows.map((all) => all.map((row) => JSON.stringify(row)).sort()));
}
const text = (html: string) =>
  html
    .replace(/<style>[^]*?<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

describe("links in the clinic's notices (D-423)", () => {
  test('a request has the answer page and its place at the desk, in mail and text', async () => {
    const { id, link } = await request();
    const desk = `${publicUrl}/admin/inbox/request-${id}?clinic=${server.clinicId}`;
    const [mail, sms] = await sentBy(server, { kind: 'clinic_notice' });
    expect(mail!.text).toContain(`\n\nAccept or decline: ${publicUrl}${link}\nOpen it at the desk: ${desk}`);
    expect(mail!.html).toContain(`href="${publicUrl}${link}"`);
    expect(sms!.text).toContain(` Accept or decline: ${publicUrl}${link} Desk: ${desk}`);
  });

  test('the token is stored as a hash, and a delivered notice has it no more', async () => {
    const { link } = await request();
    const token = link.slice(3);
    const rows = await server.db.selectFrom('answer_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const gateway = { close: () => {}, deliver: async () => {} };
    await deliverDue({ ...server.services, keepSecrets: false, gateways: { email: gateway, sms: gateway } });
    const messages = await server.db.selectFrom('messages').selectAll().execute();
    expect(JSON.stringify(messages)).not.toContain(token);
    expect((await get(link)).statusCode).toBe(200);
  });

  test('the log has no token', async () => {
    const { link } = await request();
    await get(link);
    await post(link, accept);
    await get(`/a/${randomBytes(32).toString('base64url')}?${link.slice(3)}`);
    expect(server.logLines.join('')).toContain('"/a/:token"');
    expect(server.logLines.join('')).not.toContain(link.slice(3));
  });

  test('they are deleted a month after they ended by age', async () => {
    await request();
    server.clock.advance(37 * DAY - 1);
    await tidyUp(server.db, server.clock.now());
    const left = () =>
      server.db.selectFrom('answer_links').select('token_hash').where('clinic_id', '=', server.clinicId).execute();
    expect(await left()).toHaveLength(1);
    server.clock.advance(2);
    await tidyUp(server.db, server.clock.now());
    expect(await left()).toEqual([]);
  });
});

describe('opening the page', () => {
  test('shows the request, and is kept by no cache, search engine or frame', async () => {
    const { id, link } = await request();
    const page = await get(link);
    expect(page.statusCode).toBe(200);
    expect(text(page.body)).toMatch(/Rex .*Exam .*Wed Nov 25, 2026, 9:00am, Dr\. Ada Park .*Requested/);
    expect(text(page.body)).toContain('will read (Text and e-mail) Test Vets: Rex is booked for Exam');
    expect(page.body).toContain(`/admin/inbox/request-${id}?clinic=${server.clinicId}`);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(page.headers['x-robots-tag']).toContain('noindex');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; form-action 'self'/,
    );
    expect(page.body).not.toMatch(/<script| src=|@import|url\(/);
    expect(page.body).not.toContain(link.slice(3));
  });

  test('marks the urgent words of the note, as they are written', async () => {
    await bookAs(server, who, nine, { note: 'He is Not  eating since Sunday' });
    const page = (await get(await linkIn())).body;
    expect(page).toMatch(/>He is <mark>Not\s+eating<\/mark> since Sunday</);
    expect(page).toContain('Urgent words.');
    expect((await get((await request(later)).link)).body).not.toContain('Urgent words.');
  });

  test('shows what a decline tells the owner for each reason, and where money goes, without a script', async () => {
    const { id, link } = await request();
    await payDeposit(server, { id, items: [{ clientId: who.clientId }] });
    const before = await everything();
    const page = (await get(link)).body;
    for (const reason of visitReasons) {
      const [, told = ''] = new RegExp(`<p class="note" data-reason="${reason}">([^<]+)</p>`).exec(page) ?? [];
      expect(told).toContain(`${declinedText(reason, '[your own words, if any]')}`);
      expect(page).toContain(`form:has([value='${reason}']:checked) [data-reason='${reason}'] { display: block; }`);
    }
    expect(text(page)).toMatch(/\$25\.00 to .*, in full\. .* It starts at once, and nobody can undo it\./);
    expect(page).not.toContain('<script');
    expect(await everything()).toBe(before);
    await post(link, { ...decline, words: '[your own words, if any]' });
    const sent = (await sentBy(server, { kind: 'decline' })).map((one) => one.text);
    const [, told = ''] = /<p class="note" data-reason="no_time">([^<]+)<\/p>/.exec(page)!;
    expect(sent).toContain(told.replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
  });

  test('changes nothing, however often and however it is fetched', async () => {
    const { link } = await request();
    const before = await everything();
    for (const headers of [
      {},
      { purpose: 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { range: 'bytes=0-10' },
    ])
      for (const method of ['GET', 'HEAD'] as const) await get(link, method, headers as Record<string, string>);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)
      expect((await server.app.inject({ method, url: link })).statusCode).toBeGreaterThanOrEqual(400);
    for (const answer of ['accept', 'decline', 'offer']) await get(`${link}?answer=${answer}&seen=${nine}`);
    expect(await everything()).toBe(before);
  });
});

describe('answering', () => {
  test('accepts at once: the owner is told, and the link then says so', async () => {
    const { id, link } = await request();
    const reply = await post(link, accept);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, link]);
    expect(await statusOf(id)).toBe('ACCEPTED');
    expect(await sentBy(server, { kind: 'booking_confirmation' })).toHaveLength(2);
    const page = await get(link);
    expect(page.statusCode).toBe(200);
    expect(text(page.body)).toContain('Accepted Jo Miller is being told. By this link, Sat Nov 21, 2026, 9:00am.');
  });

  test.each(visitReasons)('declines for the reason %s', async (reason) => {
    const { id, link } = await request();
    expect((await post(link, { ...decline, reason, words: 'We are painting.' })).statusCode).toBe(303);
    expect(await statusOf(id)).toBe('DECLINED');
    const told = await sentBy(server, { kind: 'decline' });
    expect(told.map((one) => one.text.includes('We are painting.'))).toEqual([true, true]);
    expect(told[0]!.text).toContain(declinedText(reason, null) ?? '');
    // No way on contradicts the reason: who needs emergency care now is not asked to choose another time.
    for (const { text } of told) {
      expect(text.includes('Please choose another time')).toBe(reason === 'no_time' || reason === 'other');
      expect(text).toContain('512-555-0100');
    }
    expect(text((await get(link)).body)).toContain('Declined');
  });

  test('names the paid deposit before it goes back, and gives it back once', async () => {
    const { id, link } = await request();
    await payDeposit(server, { id, items: [{ clientId: who.clientId }] });
    expect((await get(link)).body).toContain('Decline and refund $25.00');
    await post(link, decline);
    await post(link, decline);
    expect(
      await server.db.selectFrom('refunds').select('reason').where('clinic_id', '=', server.clinicId).execute(),
    ).toEqual([{ reason: 'declined' }]);
  });

  test('of a pet that has died says so, and takes a decline alone', async () => {
    const { id, link } = await request();
    const { patient_id } = await stored(id);
    await server.db
      .updateTable('patients')
      .set({ deceased_at: '2026-11-23' })
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', patient_id!)
      .execute();
    const { body } = await get(link);
    expect(body).toContain('has died.');
    expect([...body.matchAll(/name="answer" value="(\w+)"/g)].map(([, name]) => name)).toEqual(['decline']);
    expect((await post(link, decline)).statusCode).toBe(303);
    expect(await statusOf(id)).toBe('DECLINED');
    const told = (await sentBy(server, { kind: 'decline' })).map(({ text }) => text);
    expect(told.length).toBeGreaterThan(0);
    expect(told.join()).not.toContain('choose another time');
  });

  test('declines not without a reason, nor for another one without words', async () => {
    const { id, link } = await request();
    for (const fields of [
      { answer: 'decline', seen: nine },
      { ...decline, reason: 'made up' },
      { ...decline, reason: 'other' },
      { ...decline, reason: 'other', words: '  ' },
      { answer: 'delete', seen: nine },
      { seen: nine },
    ] as Record<string, string>[]) {
      const reply = await post(link, fields);
      expect([reply.statusCode, text(reply.body).includes('Nothing was sent')]).toEqual([422, true]);
    }
    expect(await statusOf(id)).toBe('REQUESTED');
  });

  test('gives an incomplete form back as it was typed, unfolded', async () => {
    const { link } = await request();
    const page = (await post(link, { answer: 'decline', seen: nine, words: 'We are <closed>.' })).body;
    expect(page).toContain('<details open>');
    expect(page).toContain('>We are &lt;closed&gt;.</textarea>');
    expect((await post(link, { ...decline, reason: 'other' })).body).toMatch(/value="other" required checked>/);
    expect((await get(link)).body).not.toContain('<details open>');
  });

  test('says that another time will be offered: the request waits, the link is used', async () => {
    const { id, link } = await request();
    expect((await post(link, { answer: 'offer', seen: nine })).statusCode).toBe(303);
    expect(await statusOf(id)).toBe('REQUESTED');
    expect(text((await get(link)).body)).toContain('Another time will be offered');
    const second = await post(link, accept);
    expect([second.statusCode, text(second.body).includes('Your answer was not taken')]).toEqual([200, true]);
    // The same answer, sent twice, was taken once.
    expect(text((await post(link, { answer: 'offer', seen: nine })).body)).not.toContain('was not taken');
    expect(await statusOf(id)).toBe('REQUESTED');
  });

  test('an open desk hears within its next look that another time was promised, until one is offered', async () => {
    const { id, link } = await request();
    const desk = await atDesk(server);
    const itemId = `request-${id}`;
    const look = async (known?: string) => {
      const { rows, version } = await server.api(inbox, { query: { known } }, { token: desk.token });
      return { version, row: rows?.find((one) => one.id === itemId) };
    };
    const before = await look();
    expect(before.row?.is_promised).toBeUndefined();
    await post(link, { answer: 'offer', seen: nine });
    const after = await look(before.version);
    expect(after.row?.is_promised).toBe(true);
    expect(after.row?.version).not.toBe(before.row?.version);
    const item = await desk.item(itemId);
    expect(item.row.version).toBe(after.row?.version);
    expect(item.happened.map(({ what }) => what)).toContain('Said that another time will be offered');
    expect(item.actions.filter((one) => one.is_primary).map(({ name }) => name)).toEqual(['offer']);

    const times = [{ at: chicago(wednesday, '11:00'), provider_id: null }];
    const { answer } = await desk.answer(itemId, { name: 'offer', times });
    expect((await desk.row(itemId)).is_promised).toBeUndefined();
    await desk.undo(answer.id);
    expect((await desk.row(itemId)).is_promised).toBe(true);
  });

  test('the promise of another time ends where the owner moves the request: the new time is another question', async () => {
    const { id, link } = await request();
    const desk = await atDesk(server);
    await post(link, { answer: 'offer', seen: nine });
    server.clock.advance(60_000);
    const body = { dateTime: chicago(wednesday, '11:00'), providerId: 'ada' };
    await server.api(rescheduleAppointment, { params: { id }, body }, { token: who.token });
    const { row, hint, actions } = await desk.item(`request-${id}`);
    expect([row.is_promised, hint]).toEqual([undefined, null]);
    expect(actions.filter((one) => one.is_primary).map(({ name }) => name)).toEqual(['accept']);
  });

  test('each answer is in the audit as by the link, and in what happened at the desk', async () => {
    const one = await request();
    await post(one.link, { answer: 'offer', seen: nine });
    const two = await request(chicago(wednesday, '11:00'));
    await post(two.link, { ...accept, seen: chicago(wednesday, '11:00') });
    const lines = await server.db
      .selectFrom('audit_lines')
      .select(['way', 'person_id', 'what', 'item_id'])
      .where('clinic_id', '=', server.clinicId)
      .orderBy('position')
      .execute();
    expect(lines).toEqual([
      { way: 'link', person_id: null, what: 'request: another time will be offered', item_id: `request-${one.id}` },
      { way: 'link', person_id: null, what: 'request: accepted', item_id: `request-${two.id}` },
    ]);
    const happened = async (thingId: string) =>
      (await readItem(server.db, await reading(), { kind: requestKind, thingId }, await ana())).happened.map(
        ({ who: by, what }) => `${by}: ${what}`,
      );
    expect(await happened(one.id)).toContain(
      'Somebody by the link in the notice: Said that another time will be offered',
    );
    expect(await happened(two.id)).toContain('Somebody by the link in the notice: Accepted');
  });

  test('an answer at the desk that is on its way comes first, and the page says whose it is', async () => {
    const { id, link } = await request();
    const [member, read] = [await ana(), await reading()];
    const given = { ...read, kind: requestKind, thingId: id, body: { name: 'accept' as const } };
    const { listed } = (await requestKind.read(server.db, read, id))!;
    const answer = await inTransaction(server.db, (trx) =>
      recordAnswer(trx, { ...given, giver: { way: 'desk', member } }, listed, undefined),
    );
    const before = await everything();
    const page = await get(link);
    expect([page.statusCode, text(page.body).includes('Ana accepted this at 9:00am')]).toEqual([200, true]);
    expect(page.body).not.toContain('<button');
    expect(text(page.body)).not.toContain('Requested');
    const late = await post(link, { ...decline, words: 'Dr. "Lind" is away' });
    expect([late.statusCode, text(late.body)]).toEqual([
      422,
      expect.stringContaining('You wrote, and it was not sent'),
    ]);
    expect(await everything()).toBe(before);

    // The answer is taken back: what was written is sent from where it stood.
    await inTransaction(server.db, (trx) => takeBack(trx, read, () => requestKind, answer.id));
    const fields = [...late.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    const again = Object.fromEntries(
      fields.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]),
    );
    expect((await post(link, again)).statusCode).toBe(303);
    expect(await statusOf(id)).toBe('DECLINED');
    expect((await sentBy(server, { kind: 'decline' }))[0]!.text).toContain('Dr. "Lind" is away.');
  });

  test('words that came too late stay to be read, unless they are those that were taken', async () => {
    const { link } = await request();
    const said = { ...decline, words: 'We are painting' };
    await post(link, said);
    expect(text((await post(link, said)).body)).not.toContain('not sent');
    const late = await post(link, { ...decline, words: 'Come at noon' });
    expect(text(late.body)).toMatch(/Declined .*You wrote, and it was not sent Come at noon/);
    expect(late.body).not.toContain('<button');
  });

  test('a page that shows another time than the request has answers nothing', async () => {
    const { id, link } = await request();
    const reply = await post(link, { ...accept, seen: later });
    expect([reply.statusCode, await statusOf(id)]).toEqual([422, 'REQUESTED']);
    expect(text(reply.body)).toContain('The request is now for Wed Nov 25, 2026, 9:00am');
  });

  test('of many at once, one answers and the owner is told one thing', async () => {
    const { id, link } = await request();
    await crowd(12, (index) => post(link, index % 2 ? accept : decline));
    const told = await sentBy(server, { to: '+15125550111' });
    expect(told.filter(({ kind }) => kind !== 'request_confirmation')).toHaveLength(1);
    expect(['ACCEPTED', 'DECLINED']).toContain(await statusOf(id));
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    ['a cross-site form', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ])('refuses the form from %s', async (_name, headers) => {
    const { link } = await request();
    const before = await everything();
    expect((await post(link, accept, headers)).statusCode).toBeGreaterThanOrEqual(400);
    expect(await everything()).toBe(before);
  });

  test('takes a form alone, of a few kilobytes', async () => {
    const { id, link } = await request();
    const json = await server.app.inject({ method: 'POST', url: link, payload: { ...accept } });
    expect(json.statusCode).toBe(415);
    expect((await post(link, { ...decline, words: 'x'.repeat(9000) })).statusCode).toBeGreaterThanOrEqual(400);
    expect(await statusOf(id)).toBe('REQUESTED');
  });
});

describe('the tokens that answer nothing', () => {
  const guessed = () => `/a/${randomBytes(32).toString('base64url')}`;
  const cases: { name: string; says: string; status: number; make: () => Promise<string> }[] = [
    {
      name: 'used',
      says: 'Accepted',
      status: 200,
      make: async () => {
        const { link } = await request();
        await post(link, accept);
        return link;
      },
    },
    {
      name: 'accepted elsewhere',
      says: 'Accepted already',
      status: 410,
      make: async () => {
        const { id, link } = await request();
        await acceptAppointment(server.db, server.services, server.clinicId, id);
        return link;
      },
    },
    {
      name: 'whose owner picked another time that was offered',
      says: 'Jo Miller picked one of the times that were offered, and it is booked. Nothing was changed.',
      status: 410,
      make: async () => {
        const { id, link } = await request();
        const times = [{ at: chicago(wednesday, '11:00'), provider_id: null }];
        await (await atDesk(server)).answer(`request-${id}`, { name: 'offer', times });
        server.clock.advance(20_000);
        await leaveNow(server);
        const { offered } = await server.api(getAppointment, { params: { id } }, { token: who.token });
        const body = { time_id: offered!.times[0]!.id };
        await server.api(pickTime, { params: { id }, body }, { token: who.token });
        return link;
      },
    },
    {
      name: 'declined elsewhere',
      says: 'Declined already',
      status: 410,
      make: async () => {
        const { id, link } = await request();
        await declineAppointment(server.db, server.services, server.clinicId, id);
        return link;
      },
    },
    {
      name: 'canceled by the owner',
      says: 'canceled this request',
      status: 410,
      make: async () => {
        const { id, link } = await request();
        await server.api(cancelAppointment, { body: { source: CUSTOMER_SITE, id } }, { token: who.token });
        return link;
      },
    },
    {
      name: 'of a time that is over',
      says: 'Its time has passed',
      status: 410,
      make: async () => {
        const { link } = await request();
        server.clock.set(nine);
        return link;
      },
    },
    {
      name: 'seven days old',
      says: 'This link has ended',
      status: 410,
      make: async () => {
        const { link } = await request(later);
        server.clock.advance(7 * DAY);
        return link;
      },
    },
    { name: 'guessed', says: 'This link does not work', status: 404, make: async () => guessed() },
    {
      name: 'cut off',
      says: 'This link does not work',
      status: 404,
      make: async () => (await request()).link.slice(0, -1),
    },
    {
      name: 'the stored hash itself',
      says: 'This link does not work',
      status: 404,
      make: async () => {
        await request();
        const row = await server.db
          .selectFrom('answer_links')
          .select('token_hash')
          .where('clinic_id', '=', server.clinicId)
          .executeTakeFirstOrThrow();
        return `/a/${row.token_hash}`;
      },
    },
  ];

  test('a link that was sent before links named their clinic still opens; one that names another clinic does not', async () => {
    const { link } = await request();
    const secret = link.split('.')[1]!;
    expect((await get(`/a/${secret}`)).statusCode).toBe(200);
    expect((await get(`/a/another.${secret}`)).statusCode).toBe(404);
  });

  test.each(cases)('$name: a clear page, and nothing changes', async ({ says, status, make }) => {
    const link = await make();
    const before = await everything();
    for (const reply of [await get(link), ...(await Promise.all([post(link, accept), post(link, decline)]))]) {
      expect([reply.statusCode, text(reply.body).includes(says)]).toEqual([status, true]);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    }
    expect(await everything()).toBe(before);
  });

  test('replaced: the link in the newer notice answers the moved request, the earlier one does not', async () => {
    const { id, link } = await request();
    const eleven = chicago(wednesday, '11:00');
    const body = { dateTime: eleven, providerId: 'ada' };
    await server.api(rescheduleAppointment, { params: { id }, body }, { token: who.token });
    const newer = await linkIn();
    expect(newer).not.toBe(link);
    const before = await everything();
    expect(text((await post(link, { ...accept, seen: eleven })).body)).toContain('There is a newer notice');
    expect(await everything()).toBe(before);
    expect((await post(newer, { ...accept, seen: eleven })).statusCode).toBe(303);
    expect(await statusOf(id)).toBe('ACCEPTED');
  });

  test.each([
    ['decline', 'declined', { reason: 'no_time' }],
    ['accept', 'accepted', {}],
  ] as const)(
    'of what was answered at the desk by %s says who did, also once that has left',
    async (name, did, why) => {
      const { id, link } = await request();
      await (await atDesk(server, { name: 'Ben Lind' })).answer(`request-${id}`, { name, ...why });
      expect(text((await get(link)).body)).toMatch(new RegExp(`Ben ${did} this at \\d`));
      server.clock.advance(20_000);
      await leaveNow(server);
      expect(text((await get(link)).body)).toMatch(
        new RegExp(`${did} already .*Ben ${did} this today \\S+\\. Nothing was changed\\.`, 'i'),
      );
    },
  );

  test("another clinic's: it answers that clinic's request alone", async () => {
    const { link } = await request();
    const first = server;
    server = await start();
    who = await jo(server);
    const other = await request();
    const before = await everything();
    expect((await post(link, accept)).statusCode).toBe(303);
    expect(await everything()).toBe(before);
    expect(await statusOf(other.id)).toBe('REQUESTED');
    server = first;
  });

  test('many guesses from one address are stopped, and count for that address alone', async () => {
    const { link } = await request();
    const { max } = server.services.caps.answerLinkMissesPerAddress;
    const from = (remoteAddress: string, url: string) => server.app.inject({ method: 'GET', url, remoteAddress });
    for (let n = 0; n < max; n++) expect((await from('203.0.113.7', guessed())).statusCode).toBe(404);
    const stopped = await from('203.0.113.7', guessed());
    expect([stopped.statusCode, text(stopped.body).includes('Too many tries')]).toEqual([429, true]);
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('203.0.113.7', link)).statusCode).toBe(429);
    expect((await from('203.0.113.8', link)).statusCode).toBe(200);
  });
});
