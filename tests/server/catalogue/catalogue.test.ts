import { afterAll, beforeAll, expect, it } from 'vitest';
import { listProducts, listProviders, listSpecies } from '../../../src/contract/catalogue';
import { getShop } from '../../../src/contract/shop';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { clinicFile, product, provider } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';

const avatar = `data:image/svg+xml,${'a'.repeat(5000)}`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({
        shop: {
          notify_email: 'desk@example.com',
          notify_phone: '+15125550101',
          stripe_account: 'acct_1',
          avatar,
          metadata: { businessHours: [{ day: 7, offline: true }] },
        },
        locations: [{ id: 'north', name: 'North', product_ids: ['exam'] }],
        rooms: [{ id: 'r1', name: 'Room 1' }],
        providers: [
          provider({ id: 'zoe', firstName: 'Zoe', metadata: { order: 2 } }),
          provider({ id: 'ada', firstName: 'Ada', metadata: { order: 2 } }),
          provider({ id: 'ben', firstName: 'Ben', metadata: { order: 1 }, maxDropoffs: 2 }),
          provider({ id: 'cy', firstName: 'Cy', private: true }),
        ],
        products: [
          product({ id: 'late', name: 'Unsorted', providerIds: ['ada'] }),
          product({ id: 'b', name: 'B', order_index: 1, providerIds: ['ada', 'cy'] }),
          product({
            id: 'a',
            name: 'A',
            order_index: 1,
            providerIds: ['ada'],
            deposit_amount: 25,
            needs_room: true,
            meeting_url: 'https://meet.example/x',
          }),
          product({ id: 'exam', name: 'Exam', order_index: 0, providerIds: ['ada'] }),
          product({
            id: 'secret',
            order_index: 9,
            providerIds: ['ada'],
            hidden_from_clients: true,
            visibility_token: 'open-sesame',
          }),
          product({ id: 'never', order_index: 9, providerIds: ['ada'], hidden_from_clients: true }),
        ],
      }),
      clinicFile({ shop: { id: 'other' } }),
    ],
  });
});
afterAll(() => server.close());

it('API-18 API-62: shows the shop without the clinic’s own business', async () => {
  const reply = await server.send(getShop, { params: { id: 'testvets' } });
  expect(reply.text).not.toMatch(/desk@example\.com|15125550101|acct_1|notify_|stripe_account/);
  expect(await server.api(getShop, { params: { id: 'testvets' } })).toMatchObject({
    id: 'testvets',
    name: 'Test Vets',
    avatar: '/testvets/icons/512.png',
    location: [{ id: 'north', product_ids: ['exam'], provider_user_ids: null }],
    metadata: { businessHours: [{ day: 7, offline: true, startHour: 0, startMinute: 0, endHour: 0, endMinute: 0 }] },
    client_config: { card_provider: 'sandbox', test_email_suffix: '', demo_inbox: true },
  });
});

it('API-18: knows no other clinic than there is', async () => {
  expect((await server.send(getShop, { params: { id: 'nowhere' } }, { clinicId: 'nowhere' })).status).toBe(404);
  expect((await server.send(getShop, { params: { id: 'other' } })).status).toBe(404);
});

it('API-22 API-62: lists species', async () => {
  expect(await server.api(listSpecies, {})).toEqual({
    data: [
      { id: 'dog', name: 'Dog' },
      { id: 'cat', name: 'Cat' },
    ],
  });
});

it('API-23: lists types by their order, then by name, hidden ones only with their token, and tells no secrets', async () => {
  const ids = async (product_token?: string) =>
    (await server.api(listProducts, { query: { ...(product_token !== undefined && { product_token }) } })).map(
      (one) => one.id,
    );
  expect(await ids()).toEqual(['exam', 'a', 'b', 'late']);
  expect(await ids('open-sesame')).toEqual(['exam', 'a', 'b', 'secret', 'late']);
  for (const token of ['', 'wrong', 'null', 'undefined']) expect(await ids(token)).not.toContain('secret');
  expect(await ids('')).not.toContain('never');
  const { text } = await server.send(listProducts, { query: { product_token: 'open-sesame' } });
  expect(text).not.toMatch(/open-sesame|visibility_token|meet\.example|deposit_amount|needs_room/);
});

it('API-20: lists clinicians by their order, then by name, and never private ones', async () => {
  const { content } = await server.api(listProviders, { query: { size: '10000', showPrivate: 'true' } });
  expect(content.map((one) => one.id)).toEqual(['ben', 'ada', 'zoe']);
  expect(content[0]).toEqual({ id: 'ben', firstName: 'Ben', metadata: { order: 1 }, maxDropoffs: 2 });
  expect((await server.api(listProviders, { query: { size: '1' } })).content).toHaveLength(1);
  const products = await server.api(listProducts, { query: {} });
  expect(products.find((one) => one.id === 'b')?.providerIds).toEqual(['ada']);
});

it('API-18: shows at once what an import changed', async () => {
  await importClinicFile(server.db, clinicFile({ shop: { id: 'other', name: 'Renamed' } }), {
    now: server.clock.now(),
    demoMode: true,
  });
  expect((await server.api(getShop, { params: { id: 'other' } }, { clinicId: 'other' })).name).toBe('Renamed');
});
