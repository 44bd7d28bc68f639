import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../../src/contract';
import { allRoutes } from '../../../../server/app';
import { capNames, capTable, uncapped, type CapRow } from '../../../../server/calls/caps';
import { capsPage } from './page';

const rows = Object.values(capTable) as CapRow[];
const writes = endpoints.filter(({ method }) => method !== 'GET');

describe('the table of caps (D-404)', () => {
  test.each(writes.map((call) => [call.name, call] as const))(
    'has a row for %s, or says why it needs none',
    (_, call) => {
      const isCapped = rows.some((row) => row.calls.includes(call));
      const isLeftOut = uncapped.some((one) => one.call === call);
      expect([isCapped, isLeftOut].filter(Boolean)).toHaveLength(1);
    },
  );

  test('names no read, and nothing twice', () => {
    for (const row of rows) {
      expect(row.calls.filter(({ method }) => method === 'GET')).toEqual([]);
      expect(new Set(row.calls).size).toBe(row.calls.length);
    }
  });

  test('counts each call only by what every such call has: a session, its owner, an address, or what its route says', () => {
    for (const name of capNames.filter((one) => (capTable[one] as CapRow).isEachCall)) {
      const { per, calls }: CapRow = capTable[name];
      if (per === 'session' || per === 'owner') expect(calls.filter(({ access }) => access === 'none')).toEqual([]);
      if (per === 'session' || per === 'owner' || per === 'person' || per === 'address') continue;
      const saying = allRoutes.filter(({ terms }) => terms.caps?.[name]).map(({ endpoint }) => endpoint);
      expect([name, saying]).toEqual([name, calls]);
    }
  });

  test('counts over all clinics what protects a person', () => {
    const overAll = capNames.filter((name) => capTable[name].over === 'all clinics');
    expect(overAll).toEqual([
      'codeSendsPerIdentifier',
      'codeSendsPerAddress',
      'codeSendsInTotal',
      'historyMailsPerRecipient',
      'textRequestsPerPhone',
      'staffCodesPerEmail',
      'staffSignInsPerAddress',
      'staffChangesPerPerson',
      'staffAnswersPerPerson',
      'staffPasskeySignInsPerAddress',
      'staffPasskeysPerPerson',
      'answerLinkMissesPerAddress',
      'messagesPerRecipient',
    ]);
  });

  test('has the figures of D-404', () => {
    const figures = (
      [
        'codeSendsPerIdentifier',
        'messagesPerRecipient',
        'upcomingPerOwner',
        'upcomingPerNewOwner',
        'bookingsPerOwner',
        'movesPerOwner',
        'cancellationsPerOwner',
        'refillsPerOwner',
        'waitlistChangesPerOwner',
        'liveHoldsPerAddress',
        'holdWritesPerSession',
        'noticesPerOwner',
      ] as const
    ).map((name) => [name, capTable[name].max, capTable[name].windowMs && capTable[name].windowMs / 3_600_000]);
    expect(figures).toEqual([
      ['codeSendsPerIdentifier', 10, 24],
      ['messagesPerRecipient', 30, 24],
      ['upcomingPerOwner', 10, null],
      ['upcomingPerNewOwner', 4, null],
      ['bookingsPerOwner', 20, 24],
      ['movesPerOwner', 20, 24],
      ['cancellationsPerOwner', 20, 24],
      ['refillsPerOwner', 20, 24],
      ['waitlistChangesPerOwner', 20, 24],
      ['liveHoldsPerAddress', 40, null],
      ['holdWritesPerSession', 60, 1],
      ['noticesPerOwner', 4, 1],
    ]);
  });

  test('is the one that readers see (vitest -u writes it)', async () => {
    await expect(capsPage()).toMatchFileSnapshot('../../../../docs/caps.md');
  });
});
