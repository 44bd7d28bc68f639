// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { clockSeen, connectionLost } from '../../../src/desk/connection';
import { draftKept } from '../../../src/desk/kept/drafts';
import { selectClinic } from '../../../src/desk/session/session';
import { deviceNow } from '../../../src/offline/clock';
import { clinic, deskForEach, renderDesk as drawDesk, rowOf, willow } from './deskSupport';

const server = deskForEach();
const user = userEvent.setup();
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const option = (name: RegExp) => screen.findByRole('option', { name });

const renderDesk = (path?: string, clinics = [clinic]) => drawDesk(server.base, { path, clinics });

describe('the inbox by keyboard', () => {
  it('is walked through by arrows, with the focus, and by J and K', async () => {
    renderDesk();
    await heading('Pepper');
    (await option(/^Pepper/)).focus();
    await user.keyboard('{ArrowDown}');
    expect(await heading('Moose')).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await option(/^Moose/)));
    await user.keyboard('{ArrowUp}');
    expect(await heading('Pepper')).toBeTruthy();
    await user.keyboard('j');
    expect(await heading('Moose')).toBeTruthy();
    await user.keyboard('k');
    expect(await heading('Pepper')).toBeTruthy();
  });
});

describe('an answer that was left open', () => {
  it('in an item that is only walked past takes neither the focus nor Enter', async () => {
    const store = renderDesk();
    await heading('Pepper');
    store.dispatch(
      draftKept({
        itemId: 'request-2',
        draft: { name: 'decline', tray: 'decline', client_id: null, isOpen: 'yes', reason: 'no_time' },
      }),
    );
    (await option(/^Pepper/)).focus();
    await user.keyboard('j');
    expect(await screen.findByRole('radio', { name: /No time left/, checked: true })).toBeTruthy();
    await screen.findByText('Preview of decline');
    await waitFor(async () => expect(document.activeElement).toBe(await option(/^Moose/)));
    await user.keyboard('{Enter}');
    await new Promise((done) => setTimeout(done, 300));
    expect(server.state.bodies).toEqual([]);
    await user.keyboard('k');
    expect(await heading('Pepper')).toBeTruthy();
    // Opened by hand it takes both.
    await user.keyboard('d');
    await waitFor(() => expect(document.activeElement?.closest('[data-part=tray]')).toBeTruthy());
  });
});

describe('the keys of the page', () => {
  it('are the arrows too while nothing has focus, and the focus goes along from row to row', async () => {
    renderDesk();
    await heading('Pepper');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{ArrowDown}');
    expect(await heading('Moose')).toBeTruthy();
    (await option(/^Moose/)).focus();
    await user.keyboard('k');
    await waitFor(async () => expect(document.activeElement).toBe(await option(/^Pepper/)));
  });

  it('lead to the next column from a field of a tray', async () => {
    renderDesk();
    await screen.findByRole('button', { name: 'Accept' });
    await user.keyboard('d1');
    const reason = await screen.findByRole('radio', { name: /No time left/, checked: true });
    reason.focus();
    await user.keyboard('{F6}');
    expect(document.activeElement).not.toBe(reason);
    expect(document.activeElement?.closest('[data-column]')).not.toBe(reason.closest('[data-column]'));
  });

  it('lead from the staff page to the inbox, are listed whole, and the list’s own is named in the rail', async () => {
    renderDesk('/admin/staff');
    await screen.findByRole('heading', { level: 1, name: 'Staff' });
    expect(screen.getByRole('button', { name: 'Keys' }).querySelector('kbd')?.textContent).toBe('?');
    await user.keyboard('1');
    await heading('Pepper');
    await user.keyboard('?');
    const listed = await screen.findByRole('dialog', { name: 'Keys' });
    const keys = [...listed.querySelectorAll('kbd')].map((key) => key.textContent);
    expect(keys).toEqual(
      expect.arrayContaining(['Enter', 'Esc', 'J', '↓', 'K', '↑', '.', '1 to 9', 'Ctrl Enter', 'U']),
    );
  });
});

it('has a row with a tag keep its sign and its comma', async () => {
  server.state.rows[0]!.urgent_word = 'Bloat';
  renderDesk();
  const [tagged, other] = [await option(/^Pepper/), await option(/^Moose/)];
  const signs = (row: HTMLElement) => row.querySelectorAll('[data-tag] > svg, span > svg:first-child').length;
  expect(tagged.textContent).toContain('Bloat');
  expect(tagged.textContent).toContain('today 10:30am,');
  expect(signs(tagged)).toBeGreaterThan(signs(other));
});

it('has its groups by the clinic’s clock as soon as that is known, and not by a wrong device’s (D-125)', async () => {
  const hours = (count: number) => new Date(deviceNow() + count * 3_600_000).toISOString();
  server.state.rows = server.state.rows.map((row, place) => ({ ...row, due_at: hours(place ? 6 : -2) }));
  const groups = () => screen.getAllByRole('group').map((group) => group.textContent.match(/^\D+, \d+/)?.[0]);
  const device = deviceNow();
  const store = renderDesk();
  await option(/^Moose/);
  expect(groups()[0]).toBe('Late, 1');
  for (const [ahead, first] of [
    [8, 'Late, 2'],
    [0, 'Late, 1'],
  ] as const) {
    const server = device + ahead * 3_600_000;
    act(() => void store.dispatch(clockSeen({ server, device, sent: device })));
    expect(groups()[0]).toBe(first);
  }
});

describe('what comes meanwhile', () => {
  it('waits as “1 new” until it is asked for by the period', { timeout: 15_000 }, async () => {
    renderDesk();
    await heading('Pepper');
    server.state.rows.unshift(rowOf({ id: 'request-3', pet: { id: 'p3', name: 'Biscuit', species: 'Dog' } }));
    server.state.version += 1;
    expect(await screen.findByRole('button', { name: '1 new' }, { timeout: 5000 })).toBeTruthy();
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await user.keyboard('.');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
    expect(screen.queryByRole('button', { name: '1 new' })).toBeNull();
  });
});

it('has an answer that was taken back in its place again, as nothing new', async () => {
  renderDesk();
  await heading('Pepper');
  await screen.findByRole('button', { name: 'Accept' });
  await user.keyboard('a');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await screen.findByRole('button', { name: /^Undo/ });
  await user.keyboard('u');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map((row) => row.getAttribute('aria-label')?.split(',')[0])).toEqual([
      'Pepper',
      'Moose',
    ]),
  );
  expect(screen.queryByRole('button', { name: '1 new' })).toBeNull();
});

it('shows on a phone what can be taken back above the item that opens next', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  renderDesk();
  await user.click(await option(/^Pepper/));
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  await heading('Moose');
  const undo = await screen.findByRole('button', { name: /Undo/ });
  expect(undo.closest('article')).toBe((await heading('Moose')).closest('article'));
  await user.click(undo);
  expect(await heading('Pepper')).toBeTruthy();
});

it(
  'says on a phone that a refund failed also over an open sheet, which makes all below it inert',
  { timeout: 15_000 },
  async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    renderDesk();
    await user.click(await option(/^Pepper/));
    await screen.findByRole('button', { name: 'Accept' });
    await user.keyboard('d');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' }).closest('[inert]')).not.toBeNull());
    server.state.rows.push(rowOf({ id: 'refund-1', kind: 'refund', says: 'Refund failed', what: '$40.00' }));
    const later = await screen.findByRole('button', { name: 'Later' }, { timeout: 8000 });
    expect(later.closest('[inert]')).toBeNull();
    await user.click(later);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Later' })).toBeNull());
    // The sheet is as it was, and once it is folded nothing is inert.
    expect(screen.getByRole('button', { name: 'Next' }).closest('[inert]')).not.toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' }).closest('[inert]')).toBeNull());
  },
);

it('opens what waits for its owner after all else, which the same hand does not answer at once', async () => {
  server.state.rows[1] = { ...server.state.rows[1]!, place: 'offered' };
  renderDesk();
  const accept = () => screen.findByRole('button', { name: 'Accept' });
  await heading('Pepper');
  fireEvent.click(await accept(), { detail: 1 });
  await heading('Moose');
  fireEvent.click(await accept(), { detail: 1 });
  fireEvent.keyDown(document.body, { key: 'a' });
  await new Promise((done) => setTimeout(done, 1000));
  expect(server.state.bodies).toHaveLength(1);
  fireEvent.click(await accept(), { detail: 1 });
  await waitFor(() => expect(server.state.bodies).toHaveLength(2));
});

it('opens nothing that waits beside what was answered', async () => {
  const answered = rowOf({
    id: 'request-9',
    place: 'answered',
    pet: { id: 'p9', name: 'Biscuit', species: 'Dog' },
    answer: {
      id: 'answer-9',
      name: 'accept',
      words: 'accepted',
      by: 'Ana Ruiz',
      is_mine: false,
      at: '2026-11-21T15:00:00Z',
      leaves_at: '2026-11-21T15:00:20Z',
      left_at: '2026-11-21T15:00:20Z',
      voided: null,
    },
  });
  server.state.answered = [answered];
  server.state.unlisted = [answered];
  renderDesk();
  await heading('Pepper');
  await user.click(screen.getAllByRole('link', { name: 'Answered' })[0]!);
  expect(await heading('Biscuit')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

it('says without a connection what is read and since when', async () => {
  const store = renderDesk();
  await heading('Pepper');
  store.dispatch(connectionLost());
  expect(await screen.findByText(/^No connection\. Reading what was here at \d+:\d\d[ap]m\.$/)).toBeTruthy();
});

describe('a person of two clinics', () => {
  const goToWillow = async () => {
    await user.click(screen.getByRole('button', { name: 'Oakwood, another clinic' }));
    await user.click(await screen.findByRole('button', { name: /^Willow/ }));
  };
  const askedAtWillow = () =>
    server.seen.filter(({ headers }) => headers['x-client-id'] === willow.id).map(({ url }) => url);
  const kiki = rowOf({ id: 'request-7', pet: { id: 'p7', name: 'Kiki', species: 'Cat' } });

  it('finds the first item of the other clinic, and nothing of the first one is asked for there', async () => {
    server.state.atWillow = [kiki];
    renderDesk('/admin/inbox', [clinic, willow]);
    await heading('Pepper');
    await goToWillow();
    expect(await heading('Kiki')).toBeTruthy();
    expect(askedAtWillow().filter((url) => url.includes('request-1'))).toEqual([]);
  });

  it('finds no item where nothing waits at the other clinic', async () => {
    renderDesk('/admin/inbox', [clinic, willow]);
    await heading('Pepper');
    await goToWillow();
    expect((await screen.findAllByRole('heading', { name: 'Nothing waits' })).length).toBeGreaterThan(0);
    expect(askedAtWillow().filter((url) => url.includes('request-1'))).toEqual([]);
  });

  it('takes back at the other clinic what was given at the first, which is named and opens with what was written', async () => {
    server.state.atWillow = [kiki];
    const store = renderDesk('/admin/inbox', [clinic, willow]);
    await screen.findByRole('button', { name: 'Accept' });
    await user.keyboard('d1');
    await screen.findByRole('radio', { name: /No time left/, checked: true });
    fireEvent.change(screen.getByLabelText(/In your own words/), { target: { value: 'Full.' } });
    await screen.findByText('Preview of decline: Full.');
    const send = await screen.findByRole('button', { name: 'Decline and refund $40.00' });
    await waitFor(() => expect(send.getAttribute('aria-disabled')).toBeNull(), { timeout: 5000 });
    await user.click(send);
    await heading('Moose');
    await screen.findByText(/told in \d+ s/);
    await goToWillow();
    await heading('Kiki');
    expect(await screen.findByText('Pepper at Oakwood:')).toBeTruthy();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('u');
    expect(await heading('Pepper')).toBeTruthy();
    await waitFor(() => expect(store.getState().drafts['request-1']).toMatchObject({ words: 'Full.' }));
    expect(selectClinic(store.getState())?.id).toBe(clinic.id);
    expect(screen.queryByText(/not taken back/)).toBeNull();
    expect(server.seen.find(({ url }) => url.endsWith('/undo'))?.headers['x-client-id']).toBe(clinic.id);
    expect(server.state.rows[0]?.place).toBe('waits');
  });
});

describe('when nothing waits', () => {
  const answer = {
    id: 'a',
    name: 'accept',
    words: 'accepted',
    by: 'Ana Ruiz',
    is_mine: false,
    leaves_at: '2026-11-21T15:00:20Z',
    left_at: '2026-11-21T15:00:20Z',
    voided: null,
  } as const;

  it('says who comes next, and what was answered today', async () => {
    const now = deviceNow();
    server.state.rows = [];
    server.state.nextVisits = [
      {
        at: new Date(now + 3_600_000).toISOString(),
        pet: 'Thumper',
        species: 'Rabbit',
        owner: 'Jo',
        what: 'Exam, Dr. Lind',
      },
    ];
    server.state.answered = [
      rowOf({ place: 'answered', answer: { ...answer, at: new Date(now).toISOString() } }),
      rowOf({
        id: 'request-2',
        place: 'answered',
        pet: { id: 'p2', name: 'Moose', species: 'Dog' },
        answer: { ...answer, at: new Date(now - 2 * 86_400_000).toISOString() },
      }),
    ];
    renderDesk();
    expect((await screen.findAllByRole('heading', { name: 'Nothing waits' })).length).toBeGreaterThan(0);
    const [line] = screen.getAllByText('Thumper');
    expect(line!.closest('li')?.textContent).toContain('Exam, Dr. Lind');
    // Its face sits on the line.
    expect(line!.closest('li')!.querySelectorAll('svg').length).toBeGreaterThan(1);
    // Nothing is counted where there is nothing to do.
    expect(screen.getByRole('link', { name: 'Inbox, 0 wait, 0 late' }).textContent).toBe('Inbox');
    expect(await option(/^Pepper, Noor Haddad, Accepted by Ana/)).toBeTruthy();
    expect(screen.queryByRole('option', { name: /^Moose/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Share your booking page' })).toBeNull();
  });

  it('offers to share the booking page where nothing was ever answered and nobody comes', async () => {
    server.state.rows = [];
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text));
    renderDesk();
    const [button] = await screen.findAllByRole('button', { name: 'Share your booking page' });
    await user.click(button!);
    expect(written).toEqual([`${location.origin}/${clinic.id}`]);
  });
});
