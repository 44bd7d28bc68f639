import { cleanup, render } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Action, AnswerBody, InboxRow, Item } from '../../../src/contract/desk/inbox';
import type { MyClinic } from '../../../src/contract/desk/staff';
import { Desk } from '../../../src/desk/Desk';
import { useInboxQuery } from '../../../src/desk/api/inbox';
import { staffApi } from '../../../src/desk/api/staff';
import { ItemPane } from '../../../src/desk/item/ItemPane';
import { makeOpening } from '../../../src/desk/item/opening';
import { Keys } from '../../../src/desk/keys/keys';
import { signedIn } from '../../../src/desk/session/session';
import { makeStore } from '../../../src/desk/store';
import { UndoStrip } from '../../../src/desk/undo/UndoStrip';
import { deviceNow } from '../../../src/offline/clock';
import { painted } from '../../../src/ui/behaviour/painted';
import { installDialog } from '../../support/dialog';
import { ok, reply, tinyServer } from '../../support/tinyServer';

export const clinic: MyClinic = {
  id: 'oak',
  name: 'Oakwood',
  color: null,
  timezone: 'America/Chicago',
  role: 'staff',
  provider_id: null,
  waits: 2,
  late: 0,
};

export const person = { id: 'me', name: 'Marcus Bell', email: 'm@clinic.example' };

/** Another clinic of the same person. */
export const willow: MyClinic = { ...clinic, id: 'willow', name: 'Willow' };

export const rowOf = (given: Partial<InboxRow>): InboxRow => ({
  id: 'request-1',
  kind: 'request',
  place: 'waits',
  pet: { id: 'p1', name: 'Pepper', species: 'Cat' },
  owner: 'Noor Haddad',
  says: 'Request',
  what: 'today 10:30am, Sick or injured pet',
  asked_at: '2026-11-21T15:00:00Z',
  due_at: null,
  urgent_word: null,
  approved_by: null,
  needs_clinician: false,
  offered_until: null,
  presence: [],
  answer: null,
  version: '1',
  ...given,
});

const actionOf = (given: Partial<Action>): Action => ({
  name: 'accept',
  label: 'Accept',
  is_primary: false,
  tray: null,
  blocked: null,
  client_id: null,
  will_read: null,
  ...given,
});

const itemOf = (row: InboxRow): Item => ({
  row,
  pet_line: 'Cat, 9 years',
  client_id: 'c1',
  phone: { value: '512-555-0163', is_confirmed: true },
  email: { value: 'noor@example.com', is_confirmed: false },
  ask: { title: 'Sick or injured pet', line: 'Today, 10:30am', state: 'Requested', money: '$40.00 paid' },
  day: null,
  note: { text: 'She is not eating.', urgent: [{ from: 7, to: 17 }], notice: 'Noor saw ‘Please call us first’.' },
  glance: null,
  happened: [],
  offered: [],
  proved: null,
  records: [],
  hint: null,
  actions: row.kind === 'undelivered' ? [correction] : requestActions,
});

const correction = actionOf({ name: 'correct', label: 'Correct the number', tray: 'correct', is_primary: true });
const requestActions = [
  actionOf({ is_primary: true, will_read: { words: 'The visit is accepted.', ways: 'Text and e-mail' } }),
  actionOf({ name: 'offer', label: 'Offer other times', tray: 'offer' }),
  actionOf({ name: 'decline', label: 'Decline', tray: 'decline' }),
];

const openDays = ['2026-11-24', '2026-11-25'];

const timesOn = (date: string) =>
  ['14:00', '15:00', '16:00', '17:00'].map((time) => ({
    at: `${date}T${time}:00.000Z`,
    provider_id: 'd1',
    clinician: 'Dr. Luc Moreau',
  }));

/** A clinic whose inbox holds Pepper's and Moose's requests; `refuse` is what it says to the next answer or Undo. */
export async function deskServer() {
  const state = {
    rows: [
      rowOf({}),
      rowOf({ id: 'request-2', pet: { id: 'p2', name: 'Moose', species: 'Dog' }, owner: 'Dana Whitlock' }),
    ],
    /** What the inbox of Willow holds, where nothing is ever answered. */
    atWillow: [] as InboxRow[],
    nextVisits: [] as { at: string; pet: string; species: string | null; owner: string; what: string }[],
    answered: [] as InboxRow[],
    version: 1,
    refuse: null as { status: number; code?: string; message?: string; fields?: Record<string, string> } | null,
    /** An item is answered once this is over, and not where it fails. */
    reads: (_itemId: string): Promise<void> => Promise.resolve(),
    /** The openings of a date are answered once this is over. */
    finds: (_date: string): Promise<void> => Promise.resolve(),
    /** Openings that somebody else has taken. */
    taken: [] as string[],
    /** How far apart two times of one clinician begin at least, minutes; null where they may be at once. */
    apart: 30 as number | null,
    /** Items that the clinic has and its list has not. */
    unlisted: [] as InboxRow[],
    /** Previews and items get no reply. */
    isAway: false,
    /** The person's clinics as the server knows them, said once `says` is over. */
    clinics: [clinic],
    says: Promise.resolve(),
    /** The clinic that refuses the person from now on. */
    removedFrom: null as string | null,
    /** What an item that waits no more says of its owner. */
    ended: null as string | null,
    /** The actions that an item has, of those of a request. */
    actions: (all: Item['actions']) => all,
    /** The items that were read, in order. */
    readings: [] as string[],
    bodies: [] as AnswerBody[],
    /** So many answers, or Undos, are taken whose reply is lost. */
    lost: 0,
    lostUndos: 0,
    /** Calls whose reply is a page of something in between, though the clinic does what they ask for. */
    garbled: [] as ('list' | 'item' | 'answers' | 'undo')[],
    /** An answer that was taken is replied to once this is over. */
    replies: Promise.resolve(),
    /** What is done all the same, of what is taken back. */
    stays: null as string | null,
    undone: null as InboxRow | null,
    /** The version of an item before its last answer. */
    before: new Map<string, string>(),
  };
  const answering = async (
    url: URL,
    clinicId: unknown,
    body: Record<string, unknown>,
    to: Parameters<typeof ok>[0],
  ) => {
    if (url.pathname.endsWith('/me')) {
      await state.says;
      return ok(to, { person, clinics: state.clinics });
    }
    if (state.removedFrom === clinicId)
      return reply(to, 404, { success: false, code: 'not_found', message: 'Not found' });
    const [, , , , itemId = '', what] = url.pathname.split('/').slice(1);
    const rows = clinicId === willow.id ? state.atWillow : state.rows;
    const row = [...rows, ...state.unlisted].find(({ id }) => id === itemId);
    const isGarbled = (what: (typeof state.garbled)[number]) => state.garbled.includes(what);
    const garble = () => to.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
    const refuse = () => {
      const { status, ...body } = state.refuse!;
      return reply(to, status, { success: false, ...body });
    };
    if (url.pathname.endsWith('/undo')) {
      if (state.refuse) return refuse();
      const answered = rows.find(({ answer }) => answer !== null) ?? state.undone;
      if (!answered) return reply(to, 404, { success: false, code: 'not_found', message: 'Not found' });
      state.version += 1;
      // It is as it was before.
      Object.assign(answered, { place: 'waits', answer: null, version: state.before.get(answered.id) });
      state.undone = answered;
      if (state.lostUndos-- > 0) return to.destroy();
      if (isGarbled('undo')) return garble();
      const {
        name,
        reason = null,
        words = null,
        client_id = null,
        contact = null,
        times: given = [],
      } = state.bodies.at(-1)!;
      const said = given.map((one) => ({ ...one, clinician: null }));
      return ok(to, {
        row: answered,
        given: { name, reason, words, client_id, contact, times: said },
        ...(state.stays !== null && { stays: state.stays }),
      });
    }
    if (!row && itemId) return reply(to, 404, { success: false, code: 'not_found', message: 'Not found' });
    if (!row && isGarbled('list')) return garble();
    if (!row)
      return ok(to, {
        version: String(state.version),
        now: new Date(deviceNow()).toISOString(),
        rows: url.searchParams.get('answered') ? state.answered : rows,
        answer_within_hours: null,
        next_visits: state.nextVisits,
      });
    if (what === 'presence') return ok(to, { presence: [] });
    if (what === 'openings') {
      const date = url.searchParams.get('date') ?? openDays[0]!;
      await state.finds(date);
      return ok(to, {
        says: '30 min, Dr. Luc Moreau',
        ...(state.apart !== null && { apart: state.apart }),
        date,
        days: openDays.map((day) => ({
          date: day,
          count: 4,
          free: [{ from: 480, to: 540 }],
          opens: 480,
          closes: 1020,
        })),
        provider_id: 'd1',
        times: timesOn(date).filter(({ at }) => !state.taken.includes(at)),
      });
    }
    if (what === 'preview' && state.isAway) return to.destroy();
    if (what === 'preview')
      return ok(to, {
        words: `Preview of ${String(body['name'])}${body['words'] ? `: ${String(body['words'])}` : ''}`,
        ways: 'Text',
        money: body['name'] === 'decline' ? '$40.00 to Visa 4242, in full.' : null,
        does: [],
        button: body['name'] === 'correct' ? 'Send to Dana’s number' : 'Decline and refund $40.00',
        ...(body['name'] === 'correct' && { warning: 'Dana has this number, confirmed by a code.' }),
        held_until: null,
      });
    if (what === 'answers') {
      if (state.refuse) return refuse();
      state.bodies.push(body as unknown as AnswerBody);
      const now = deviceNow();
      const answer = {
        id: `answer-${state.bodies.length}`,
        name: body['name'],
        words: 'accepted',
        by: 'Marcus Bell',
        is_mine: true,
        at: new Date(now).toISOString(),
        leaves_at: new Date(now + 20_000).toISOString(),
        left_at: null,
        voided: null,
      } as NonNullable<InboxRow['answer']>;
      state.before.set(row.id, row.version);
      Object.assign(row, { place: 'answered', answer, version: String(++state.version) });
      if (state.lost-- > 0) return to.destroy();
      await state.replies;
      if (isGarbled('answers')) return garble();
      return ok(to, { answer, row });
    }
    if (state.isAway) return to.destroy();
    if (isGarbled('item')) return garble();
    state.readings.push(itemId);
    try {
      await state.reads(itemId);
    } catch {
      return reply(to, 503, { success: false, code: 'unavailable', message: 'Please try again.' });
    }
    const item = itemOf(row);
    return ok(to, {
      ...item,
      actions: state.actions(item.actions),
      ...(row.place === 'answered' && { hint: state.ended, actions: [] }),
    });
  };
  const server = await tinyServer((request, response) => {
    void answering(
      new URL(request.url, 'http://clinic'),
      request.headers['x-client-id'],
      request.body ? (JSON.parse(request.body) as Record<string, unknown>) : {},
      response,
    );
  });
  return { ...server, state };
}

/** Gives each test of a file a clinic of its own, in a window where list and item stand side by side. */
export function deskForEach(): Pick<Awaited<ReturnType<typeof deskServer>>, 'base' | 'close' | 'seen' | 'state'> {
  installDialog();
  let server: Awaited<ReturnType<typeof deskServer>>;
  beforeEach(async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
    server = await deskServer();
  });
  afterEach(async () => {
    cleanup();
    vi.unstubAllGlobals();
    localStorage.clear();
    await server.close();
    // What the page does after its next paint still needs the page.
    await painted();
    await painted();
  });
  return {
    get base() {
      return server.base;
    },
    get seen() {
      return server.seen;
    },
    get state() {
      return server.state;
    },
    close: () => server.close(),
  };
}

/** Draws the whole desk for a person who is signed in, at `wanted` of their clinics, the first one without it. */
export function renderDesk(
  base: string,
  {
    path = '/admin/inbox',
    clinics = [clinic],
    wanted = clinic.id,
    isStarting = false,
  }: { path?: string | undefined; clinics?: MyClinic[]; wanted?: string | null; isStarting?: boolean } = {},
) {
  let number = 0;
  const store = makeStore({ base, now: deviceNow, uuid: () => `key-${(number += 1)}` });
  store.dispatch(signedIn({ token: 't', person, clinics, wanted }));
  // As where a page opens with a session that the device keeps.
  if (isStarting) void store.dispatch(staffApi.endpoints.me.initiate({}));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <Desk />
      </MemoryRouter>
    </Provider>,
  );
  return store;
}

/** Draws the item's pane and what can be taken back, with Pepper's item open, for a person who is signed in. */
export function renderItem(base: string) {
  let number = 0;
  const store = makeStore({ base, now: deviceNow, uuid: () => `key-${(number += 1)}` });
  store.dispatch(
    signedIn({
      token: 't',
      person,
      clinics: [clinic],
      wanted: null,
    }),
  );
  function Stand() {
    const [itemId, open] = useState<string | null>('request-1');
    const [opening] = useState(makeOpening);
    useInboxQuery({ clinicId: clinic.id });
    return (
      <Keys>
        <h1>Inbox</h1>
        {itemId && <ItemPane itemId={itemId} clinic={clinic} onOpen={open} onElsewhere={() => {}} opening={opening} />}
        <UndoStrip clinicId={clinic.id} openId={itemId} onOpen={open} />
      </Keys>
    );
  }
  render(
    <Provider store={store}>
      <Stand />
    </Provider>,
  );
  return store;
}
