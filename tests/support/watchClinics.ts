import { afterAll, expect } from 'vitest';
import { takeCrossings, watch } from './byClinic';

/** For Vitest's setupFiles: fails a file in which a request's statement names no clinic, or one of a job locks rows of many. */

/** A worker loads this for each of its files; the client is watched once. */
const worker = globalThis as { watchesClinics?: true };
if (worker.watchesClinics === undefined) watch();
worker.watchesClinics = true;

/** Statements of requests that ask every clinic, by what they begin with and read, each with its reason. */
const named: { table: string; has: string; why: string }[] = [
  { table: 'answer_links', has: 'where "token_hash" = $1', why: 'a link sent before links named their clinic' },
  { table: 'memberships', has: 'from "staff_sessions"', why: 'whether a person of the desk works anywhere' },
  { table: 'memberships', has: 'from "people"', why: 'the same, of who signs in with a passkey' },
  { table: 'memberships', has: 'from "memberships" where "person_id" = $1', why: 'the clinics that a person works at' },
  { table: 'sessions', has: '"clinic_id" <> $2', why: 'whether a token that is unknown here is of another clinic' },
  { table: 'messages', has: '"demo_code"', why: 'the demo inbox, which shows all clinics' },
];

afterAll(() => {
  const crossings = takeCrossings().filter(
    ({ table, text, isInRequest, isLocked }) =>
      (isLocked || isInRequest) && !named.some((one) => one.table === table && text.includes(one.has)),
  );
  expect(crossings).toEqual([]);
});
