import { expect, test } from 'vitest';
import { readAudit } from '../outside/audit';
import { whyLeftOut, whyStays } from '../outside/explained';
import { reportOf, verdict } from '../outside/report';
import { leftOf, readSlow } from '../outside/slow';
import { readSqlmap } from '../outside/sqlmap';

const finding = { tool: 'wapiti', where: 'GET /', what: 'something new' };

test('a tester that did not run, or only in part, never reads as passed', () => {
  const of = (ran: string[], missing: string[]) => verdict({ tool: 'x', findings: [], ran, missing });
  expect(of([], ['not installed'])).toBe('DID NOT RUN');
  expect(of(['a'], ['b'])).toBe('RAN IN PART');
  expect(of(['a'], [])).toBe('nothing new');
});

test('a finding is new unless it is explained, and the report says which', () => {
  const known = { ...finding, what: 'HTTP Secure Headers: Strict-Transport-Security is not set' };
  expect([whyStays(finding), typeof whyStays(known)]).toEqual([null, 'string']);
  const outcome = { tool: 'wapiti', findings: [finding, known], ran: ['a'], missing: [] };
  expect(verdict(outcome)).toBe('1 FOUND');
  expect(reportOf([outcome])).toMatch(/FOUND: GET \/: something new\n- explained: GET \/: .*\(stays: /);
});

test('only a registry without advisories may be left out, and that is told', () => {
  const missing = 'No source of advisories answers here: 405 Method Not Allowed';
  const outcome = { tool: 'npm audit', findings: [], ran: [], missing: [missing] };
  expect(whyLeftOut(outcome, missing)).toContain('npm audit --omit=dev');
  expect(verdict(outcome)).toBe('DID NOT RUN');
  expect(reportOf([outcome])).toContain(`- DID NOT RUN: ${missing} (may be so: `);
  expect(whyLeftOut({ tool: 'sqlmap' }, missing)).toBeNull();
  expect(whyLeftOut(outcome, 'npm is not installed')).toBeNull();
});

test('what sqlmap prints is read: what it found, how many values it tried, and why it did not', () => {
  const tried = '[INFO] testing for SQL injection on PUT parameter';
  const none = '[CRITICAL] all tested parameters do not appear to be injectable. Try';
  expect(readSqlmap(`${tried}\n${tried}\n${none}`)).toEqual({ found: [], tried: 2, fault: null });
  expect(readSqlmap(`${tried}\nParameter: JSON #1* ((custom) POST)\n    Type: UNION query\n`).found).toEqual([
    'JSON #1* ((custom) POST): UNION query',
  ]);
  expect(readSqlmap('[CRITICAL] unable to connect').fault).toBe('unable to connect');
});

test('what slowhttptest counts is read, and when nobody else was served', () => {
  expect(readSlow('Seconds,Closed,Pending,Connected,Service Available\n0,0,1,0,50\n9,40,0,10,0\n')).toEqual([
    { closed: 0, connected: 0, isAway: false },
    { closed: 40, connected: 10, isAway: true },
  ]);
  const told = [{ closed: 272, connected: 128, isAway: false }];
  expect(leftOf(told, 'Exit status:\tNo open connections left')).toBe(0);
  expect(leftOf(told, 'Exit status:\tHit test time limit')).toBe(128);
});

test("npm's audit is read, and an answer that is none is no pass", () => {
  const via = [{ title: 'Prototype pollution' }, 'other'];
  expect(readAudit(JSON.stringify({ vulnerabilities: { a: { severity: 'high', via } } }))).toEqual([
    { where: 'a', what: 'high: Prototype pollution' },
  ]);
  expect(readAudit('{"error":{"summary":"405"}}')).toBeNull();
  expect(readAudit('')).toBeNull();
});
