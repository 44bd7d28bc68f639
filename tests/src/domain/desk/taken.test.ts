import { expect, it } from 'vitest';
import { takenSince } from '../../../../src/domain/desk/taken';

const zone = 'America/Chicago';
const time = (at: string, provider_id: string | null = 'd1') => ({ at, provider_id, clinician: null });
const [nine, ten] = ['2026-11-24T15:00:00Z', '2026-11-24T16:00:00Z'];
const read = { date: '2026-11-24', times: [{ at: '2026-11-24T16:00:00.000Z' }], days: [], provider_id: 'd1' };

it('names the picked times that the openings of their date and clinician lack, and no others', () => {
  expect(takenSince([time(nine), time(ten)], read, zone)).toEqual([`${nine} d1`]);
  expect(takenSince([{ ...time(nine), is_gone: true }], read, zone)).toEqual([]);
  // Another clinician's times were not read, nor are they where the server does not say whose it read.
  expect(takenSince([time(nine, 'd2')], read, zone)).toEqual([]);
  expect(takenSince([time(nine)], { ...read, provider_id: undefined }, zone)).toEqual([]);
  expect(takenSince([time(nine, 'd2')], { ...read, provider_id: null }, zone)).toEqual([`${nine} d2`]);
});

it('knows of another date only that nothing is left on it', () => {
  const friday = time('2026-11-27T15:00:00Z');
  const days = (count: number) => ({ ...read, days: [{ date: '2026-11-27', count }] });
  expect(takenSince([friday], days(1), zone)).toEqual([]);
  expect(takenSince([friday], days(0), zone)).toEqual(['2026-11-27T15:00:00Z d1']);
});
