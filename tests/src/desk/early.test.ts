// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inbox, inboxItem } from '../../../src/contract/desk/inbox';
import { me } from '../../../src/contract/desk/staff';
import { askEarly, takeEarly } from '../../../src/desk/first/early';
import { clinic } from './deskSupport';

const by = { token: 't', clinicId: clinic.id };
const fetched = vi.fn<typeof fetch>();
const keep = (given: object = {}) =>
  localStorage.setItem(
    'desk-session',
    JSON.stringify({
      token: 't',
      person: { id: 'me', name: 'Marcus', email: 'm@clinic.example' },
      clinics: [clinic, { ...clinic, id: 'other' }],
      clinicId: clinic.id,
      ...given,
    }),
  );

beforeEach(() => {
  fetched.mockImplementation(() => Promise.reject(new TypeError('no network')));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  takeEarly(inbox, {}, by);
  vi.unstubAllGlobals();
  fetched.mockReset();
  localStorage.clear();
});

it('asks for the list of who is signed in, and gives it once, to the call that is the same', () => {
  keep();
  askEarly('/api', '');
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(fetched.mock.calls[0]).toMatchObject([
    '/api/desk/v1/inbox',
    { headers: { Authorization: 'Bearer t', 'X-Client-Id': clinic.id } },
  ]);
  expect(takeEarly(me, {}, by)).toBeNull();
  expect(takeEarly(inboxItem, {}, by)).toBeNull();
  expect(takeEarly(inbox, { query: { answered: '1' } }, by)).toBeNull();
  expect(takeEarly(inbox, { query: {} }, by)).not.toBeNull();
  expect(takeEarly(inbox, { query: {} }, by)).toBeNull();
});

it('gives nobody the list of another session or another clinic', () => {
  for (const other of [
    { ...by, token: 'another' },
    { ...by, clinicId: 'other' },
    { ...by, clinicId: null },
  ]) {
    keep();
    askEarly('/api', '');
    expect(takeEarly(inbox, { query: {} }, other)).toBeNull();
    // It is not kept for anybody later either.
    expect(takeEarly(inbox, { query: {} }, by)).toBeNull();
  }
});

it('asks for the clinic that the address names, if the person works there', () => {
  keep();
  askEarly('/api', '?clinic=other');
  expect(takeEarly(inbox, {}, { ...by, clinicId: 'other' })).not.toBeNull();
  askEarly('/api', '?clinic=strange');
  expect(takeEarly(inbox, {}, by)).not.toBeNull();
});

it('asks for nothing where nobody is signed in, no clinic is chosen, or what is kept is of another version', () => {
  askEarly('/api', '');
  keep({ clinicId: null });
  askEarly('/api', '');
  localStorage.setItem('desk-session', '{"token":"t"}');
  askEarly('/api', '');
  expect(fetched).not.toHaveBeenCalled();
});
