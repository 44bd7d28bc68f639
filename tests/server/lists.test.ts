import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listBreeds,
  listKeywordActions,
  listLocations,
  listPatientColors,
  listPatientSexes,
  listProducts,
  listProviders,
} from '../../src/contract/catalogue';
import { openTimes } from '../../src/contract/availability';
import { listTimezones } from '../../src/contract/shop';
import { clinicFile, provider } from '../support/clinicFile';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { INTERNAL_EMAIL_DOMAIN: 'vets.example' },
    clinicFiles: [
      clinicFile({
        locations: [
          { id: 'south', name: 'South', product_ids: ['exam'] },
          { id: 'north', name: 'North' },
        ],
        providers: [
          provider({ id: 'ada' }),
          provider({ id: 'ben' }),
          provider({ id: 'eve', firstName: 'Eve', metadata: { order: 0 }, private: true }),
        ],
        breeds: [
          { id: 'pug', species_id: 'dog', display_name: 'Pug' },
          { id: 'akita', species_id: 'dog', display_name: 'Akita' },
          { id: 'manx', species_id: 'cat', display_name: 'Manx' },
        ],
        patient_colors: [
          { id: 'fawn', species_id: 'dog', name: 'Fawn' },
          { id: 'tabby', species_id: 'cat', name: 'Tabby' },
        ],
        patient_sexes: [
          { id: 'dog-f', species_id: 'dog', name: 'Female' },
          { id: 'cat-f', species_id: 'cat', name: 'Female' },
        ],
        keyword_actions: [
          { id: 'always', action_type: 'info', all_products: true, keywords: ['  '] },
          {
            id: 'emergency',
            action_type: 'prompt',
            all_products: true,
            keywords: ['', ' bloat '],
            info_message: 'Call us now.',
            allow_bypass: false,
          },
          {
            id: 'exam',
            action_type: 'prompt',
            product_ids: ['exam'],
            keywords: ['limp'],
            prompt_message: 'I understand',
          },
        ],
      }),
      clinicFile({ shop: { id: 'other' }, breeds: [{ id: 'pug', species_id: 'dog', display_name: 'Other pug' }] }),
    ],
  });
});
afterAll(() => server.close());

test('API-21 API-62: lists the time zones that this server knows', async () => {
  const zones = await server.api(listTimezones, {});
  expect(zones).toEqual(expect.arrayContaining(['America/Chicago', 'Australia/Lord_Howe', 'Europe/Berlin', 'UTC']));
  expect(zones).toEqual([...new Set(zones)].sort());
});

test('API-28: lists locations in the clinic’s order, with their names alone', async () => {
  expect(await server.api(listLocations, {})).toEqual([
    { id: 'south', name: 'South' },
    { id: 'north', name: 'North' },
  ]);
});

test('API-24: lists keyword actions in matching order, without blank keywords', async () => {
  expect(await server.api(listKeywordActions, {})).toEqual([
    {
      id: 'exam',
      action_type: 'prompt',
      product_ids: ['exam'],
      all_products: false,
      keywords: ['limp'],
      prompt_message: 'I understand',
    },
    {
      id: 'emergency',
      action_type: 'prompt',
      product_ids: [],
      all_products: true,
      keywords: ['bloat'],
      info_message: 'Call us now.',
      allow_bypass: false,
    },
    { id: 'always', action_type: 'info', product_ids: [], all_products: true, keywords: [] },
  ]);
});

describe('lists of a species', () => {
  test('API-25: breeds, in the clinic’s order', async () => {
    expect(await server.api(listBreeds, { query: { species_id: 'dog' } })).toEqual([
      { id: 'pug', display_name: 'Pug' },
      { id: 'akita', display_name: 'Akita' },
    ]);
    expect(await server.api(listBreeds, { query: { species_id: 'dog' } }, { clinicId: 'other' })).toEqual([
      { id: 'pug', display_name: 'Other pug' },
    ]);
  });
  test('API-26: colors', async () =>
    expect(await server.api(listPatientColors, { query: { species_id: 'cat' } })).toEqual([
      { id: 'tabby', name: 'Tabby' },
    ]));
  test('API-27: sexes', async () =>
    expect(await server.api(listPatientSexes, { query: { species_id: 'dog' } })).toEqual([
      { id: 'dog-f', name: 'Female' },
    ]));

  for (const [row, call] of [
    ['API-25', listBreeds],
    ['API-26', listPatientColors],
    ['API-27', listPatientSexes],
  ] as const) {
    test(`${row}: nothing for an unknown species; none named is a fault`, async () => {
      expect(await server.api(call, { query: { species_id: 'dragon' } })).toEqual([]);
      expect(await server.send(call, { query: {} as { species_id: string } })).toMatchObject({
        status: 400,
        body: { code: 'validation', fields: { species_id: 'is required' } },
      });
    });
  }
});

for (const [row, call] of [
  ['API-21', listTimezones],
  ['API-24', listKeywordActions],
  ['API-28', listLocations],
  ['API-20', listProviders],
  ['API-23', listProducts],
] as const) {
  test(`${row}: needs a clinic that there is`, async () => {
    expect(await server.send(call, { query: {} }, { clinicId: 'nowhere' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
}

describe('private clinicians', () => {
  const ids = async (query: { showPrivate?: string; size?: string }, token: string | null = null) =>
    (await server.api(listProviders, { query }, { token })).content.map((one) => one.id);

  test('API-20: only staff see them, and only when they ask', async () => {
    const staff = (await server.signIn('desk@vets.example')).token;
    expect(await ids({ showPrivate: 'true' }, staff)).toEqual(['eve', 'ada', 'ben']);
    expect(await ids({ showPrivate: 'true', size: '1' }, staff)).toEqual(['eve']);
    expect(await ids({ showPrivate: 'false' }, staff)).toEqual(['ada', 'ben']);
    expect(await ids({}, staff)).toEqual(['ada', 'ben']);
  });

  test('API-20: nobody else does, whatever they ask for or type', async () => {
    const guest = await server.signInGuest();
    const jo = (await server.signIn('jo@example.com')).token;
    for (const token of [null, guest.token, jo])
      expect(await ids({ showPrivate: 'true' }, token)).toEqual(['ada', 'ben']);
  });

  test('API-20 API-29: staff cannot book them either', async () => {
    const token = (await server.signIn('desk@vets.example')).token;
    const body = { productIds: ['exam'], date: '2026-11-25', providerIds: ['eve'], days_to_check: 4, max_attempts: 1 };
    expect((await server.api(openTimes, { body }, { token })).data).toEqual([]);
  });
});
