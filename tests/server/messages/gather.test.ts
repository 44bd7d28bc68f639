import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deskLink } from '../../../server/modules/messages/deskLinks';
import { textUs } from '../../../src/contract/messages';
import { requestRefill } from '../../../src/contract/pets';
import { inTransaction } from '../../../server/db/transaction';
import { openDatabase } from '../../../server/db/open';
import type { Gateways, Outgoing } from '../../../server/gateways/gateway';
import { clinicNotice } from '../../../server/modules/messages/clinicNotice';
import { deliverDue, startDelivery } from '../../../server/modules/messages/delivery';
import { loadClinic } from '../../../server/modules/clinics/repository';
import { clinicFile } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { crowd, jo, owner } from '../booking/support';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const desk = 'desk@testvets.example';
const phone = '+15125550177';

let server: TestServer;
let second: TestServer;
let closeSecond: () => Promise<void>;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({
        shop: {
          notify_email: desk,
          notify_phone: phone,
          feature_settings: { pet_portal_medication_refills_enabled: true },
        },
      }),
    ],
  });
  const db =
    server.databaseUrl === undefined ? undefined : await openDatabase({ databaseUrl: server.databaseUrl, dataDir: '' });
  second = await server.another({ ...(db && { db }) });
  closeSecond = async () => {
    await second.app.close();
    await db?.destroy();
  };
});
beforeEach(async () => {
  server.clock.set('2026-11-21T15:00:00Z');
  for (const table of ['messages', 'counters'] as const) await server.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await closeSecond();
  await server.close();
});

function gateway() {
  const given: Outgoing[] = [];
  return { given, close: () => {}, deliver: async (message: Outgoing) => void given.push(message) };
}
const outside = (there: TestServer, gateways: Gateways) => ({ ...there.services, keepSecrets: false, gateways });

/** Tells the clinic of somebody, as the modules do. */
const tell = async (what: string, of = { id: 'client-jo', name: 'Jo Miller' }, there = server): Promise<void> => {
  const clinic = (await loadClinic(there.db, server.clinicId))!;
  await inTransaction(there.db, (trx) =>
    there.services.messages.enqueueAll(
      trx,
      clinicNotice(
        clinic,
        {
          kind: 'clinic_notice',
          of,
          desk: { kind: 'request', id: what },
          subject: `Subject ${what}`,
          lines: [`Line ${what}`, '', 'More'],
          short: `Short ${what}`,
        },
        'https://portal.example',
      ),
    ),
  );
};
const toDesk = (given: readonly Outgoing[]) => given.map(({ subject }) => subject);

describe("the clinic's notices of one owner (D-404)", () => {
  test('four go at once; from the fifth they wait until the hour is over and leave as one, in their order', async () => {
    const [email, sms] = [gateway(), gateway()];
    for (const what of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
      await tell(what);
      server.clock.advance(MINUTE);
    }
    await deliverDue(outside(server, { email, sms }));
    expect(toDesk(email.given)).toEqual(['Subject one', 'Subject two', 'Subject three', 'Subject four']);
    const publicUrl = 'https://portal.example';
    expect(sms.given.map(({ text }) => text)).toEqual(
      ['one', 'two', 'three', 'four'].map(
        (id) => `Short ${id} Desk: ${deskLink(publicUrl, server.clinicId, { kind: 'request', id })}`,
      ),
    );
    const inbox = deskLink(publicUrl, server.clinicId);

    server.clock.set('2026-11-21T15:59:59Z');
    await deliverDue(outside(server, { email, sms }));
    expect(email.given).toHaveLength(4);

    server.clock.set('2026-11-21T16:00:00Z');
    await deliverDue(outside(server, { email, sms }));
    await deliverDue(outside(server, { email, sms }));
    expect([email.given.length, sms.given.length]).toEqual([5, 5]);
    const [mail, text] = [email.given[4]!, sms.given[4]!];
    expect([mail.recipient, mail.subject]).toEqual([desk, '3 notices of Jo Miller']);
    expect(mail.text).toBe(
      `There were so many within an hour that they come together, in their order.\n\n1. Subject five\n\nLine five\n\nMore\n\n2. Subject six\n\nLine six\n\nMore\n\n3. Subject seven\n\nLine seven\n\nMore\n\nOpen the desk: ${inbox}`,
    );
    expect(mail.html).toMatch(/1\. Subject five[^]*2\. Subject six[^]*3\. Subject seven/);
    expect([text.recipient, text.text]).toEqual([
      phone,
      `3 notices of Jo Miller:\n1. Short five\n2. Short six\n3. Short seven\nDesk: ${inbox}`,
    ]);
    expect(await server.db.selectFrom('messages').select('id').where('delivered_at', 'is', null).execute()).toEqual([]);
  });

  test('one that waited alone leaves as it is; each owner has an hour of their own', async () => {
    const email = gateway();
    for (let n = 1; n <= 5; n++) await tell(`jo ${n}`);
    for (let n = 1; n <= 4; n++) await tell(`al ${n}`, { id: 'client-al', name: 'Al' });
    await deliverDue(outside(server, { email, sms: null }));
    expect(toDesk(email.given)).toHaveLength(8);
    server.clock.advance(HOUR);
    await deliverDue(outside(server, { email, sms: null }));
    expect(toDesk(email.given).slice(8)).toEqual(['Subject jo 5']);
  });

  test('what comes while others still wait leaves after them, also when nobody delivered for long', async () => {
    const email = gateway();
    for (let n = 1; n <= 6; n++) await tell(String(n));
    server.clock.advance(5 * HOUR);
    await tell('late');
    await deliverDue(outside(server, { email, sms: null }));
    expect(toDesk(email.given).at(-1)).toBe('3 notices of Jo Miller');
    expect(email.given.at(-1)!.text).toMatch(/1\. Subject 5[^]*2\. Subject 6[^]*3\. Subject late/);
    await tell('on time');
    await deliverDue(outside(server, { email, sms: null }));
    expect(toDesk(email.given).at(-1)).toBe('Subject on time');
  });

  test('more than a text message holds goes on in the next one', async () => {
    const sms = gateway();
    const long = 'x'.repeat(400);
    for (let n = 1; n <= 12; n++) await tell(`${n} ${long}`);
    server.clock.advance(HOUR);
    await deliverDue(outside(server, { email: null, sms }));
    const texts = sms.given.slice(4).map(({ text }) => text);
    expect(texts.every((text) => text.length <= 1500)).toBe(true);
    expect(texts.flatMap((text) => text.match(/Short \d+/g))).toEqual(
      Array.from({ length: 8 }, (_, n) => `Short ${n + 5}`),
    );
    expect(texts).toHaveLength(3);
  });

  test('a crowd on two servers: four at once, the others wait', async () => {
    await crowd(20, (n) => tell(String(n), undefined, n % 2 ? server : second));
    const rows = await server.db.selectFrom('messages').select('waiting').where('channel', '=', 'email').execute();
    expect(rows.map(({ waiting }) => waiting === null).filter(Boolean)).toHaveLength(4);
    expect(rows).toHaveLength(20);
  });

  test('goes once with two servers, and is not lost when one of them is killed between gathering and sending', async () => {
    for (let n = 1; n <= 9; n++) await tell(String(n));
    server.clock.advance(HOUR);
    const never: Outgoing[] = [];
    const dying = {
      close: () => {},
      deliver: (message: Outgoing) => {
        never.push(message);
        return new Promise<void>(() => {});
      },
    };
    void startDelivery(outside(second, { email: dying, sms: null }));
    await expect.poll(() => never.map(({ subject }) => subject)).toContain('Subject 1');
    const email = gateway();
    await Promise.all(Array.from({ length: 4 }, () => deliverDue(outside(server, { email, sms: null }))));
    server.clock.advance(2 * MINUTE);
    await Promise.all(Array.from({ length: 4 }, () => deliverDue(outside(server, { email, sms: null }))));
    await deliverDue(outside(server, { email, sms: null }));
    const subjects = [...toDesk(email.given)];
    expect(subjects.filter((subject) => subject === '5 notices of Jo Miller')).toHaveLength(1);
    expect(email.given.find(({ subject }) => subject === '5 notices of Jo Miller')!.text).toMatch(
      /Subject 5[^]*Subject 6[^]*Subject 7[^]*Subject 8[^]*Subject 9/,
    );
    expect([...subjects].sort()).toEqual([
      '5 notices of Jo Miller',
      'Subject 1',
      'Subject 2',
      'Subject 3',
      'Subject 4',
    ]);
  });

  test('what owners do is gathered, and the demo inbox shows it as it goes', async () => {
    const who = await jo(server);
    for (let n = 1; n <= 7; n++)
      await server.api(
        requestRefill,
        { body: { patient_id: 'patient-rex', note: `drops ${n}` } },
        { token: who.token },
      );
    const other = await owner(server, 'other@example.com');
    await server.api(textUs, { body: { phone_number: '5125550123' } }, { token: other.token });
    const shown = async () =>
      (
        await server.app.inject({
          url: `/api/demo/messages?to=${encodeURIComponent(desk)}`,
          headers: { host: 'localhost:3000' },
        })
      )
        .json<{ subject: string }[]>()
        .map(({ subject }) => subject);
    const before = await shown();
    expect(before).toHaveLength(5);
    server.clock.advance(HOUR);
    await deliverDue(outside(server, { email: gateway(), sms: gateway() }));
    expect(await shown()).toContain('3 notices of Jo Miller');
  });
});
