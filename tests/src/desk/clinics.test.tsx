// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { inboxApi } from '../../../src/desk/api/inbox';
import { selectClinic } from '../../../src/desk/session/session';
import { clinic, deskForEach, renderDesk, rowOf, willow } from './deskSupport';

const server = deskForEach();
const user = userEvent.setup();
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const clinics = [clinic, willow];
const kiki = (id: string) => rowOf({ id, pet: { id: 'p7', name: 'Kiki', species: 'Cat' } });
const acceptPepper = async () => {
  await screen.findByRole('button', { name: 'Accept' });
  await user.keyboard('a');
  await heading('Moose');
  await screen.findByText(/told in \d+ s/);
};
const another = () => user.click(screen.getByRole('button', { name: 'Oakwood, another clinic' }));

describe('an answer of the last twenty seconds (D-426)', () => {
  it('is shown on the staff page too, and taken back there by U, which opens its item', async () => {
    renderDesk(server.base);
    await acceptPepper();
    await user.click(screen.getByRole('link', { name: 'Staff' }));
    await screen.findByRole('heading', { level: 1, name: 'Staff' });
    expect(screen.getByText(/accepted, told in \d+ s/)).toBeTruthy();
    await user.keyboard('u');
    await heading('Pepper');
    await waitFor(() => expect(server.state.rows[0]?.place).toBe('waits'));
  });

  it.each(['in another tab', 'here, and the reply was lost'])(
    'is back in the list where it was taken back %s',
    async (where) => {
      renderDesk(server.base);
      await acceptPepper();
      const rows = () => screen.getAllByRole('option').map((row) => row.textContent);
      await waitFor(() => expect(rows()).toHaveLength(1));
      if (where === 'in another tab') {
        const [row] = server.state.rows;
        const [at] = server.seen.slice(-1);
        await fetch(`${server.base}/desk/v1/inbox/answers/answer-1/undo`, {
          method: 'POST',
          headers: { 'x-client-id': String(at!.headers['x-client-id']) },
        });
        expect(row!.version).toBe('1');
      } else {
        server.state.lostUndos = 2;
        await user.keyboard('u');
      }
      await waitFor(() => expect(rows()).toHaveLength(2), { timeout: 8000 });
      expect(rows()[0]).toContain('Pepper');
      expect(screen.queryByText(/told in \d+ s|not taken back/)).toBeNull();
    },
  );

  it('is shown while a clinic is chosen, with its clinic, and taken back there', async () => {
    const store = renderDesk(server.base, { clinics });
    await acceptPepper();
    await another();
    await screen.findByRole('heading', { name: /^Which clinic/ });
    expect(screen.getByText('Pepper at Oakwood:')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    await heading('Pepper');
    expect(selectClinic(store.getState())?.id).toBe(clinic.id);
    await waitFor(() => expect(server.state.rows[0]?.place).toBe('waits'));
  });
});

describe('focus, which goes with the button that had it (2.4.3)', () => {
  const focused = () => document.activeElement?.textContent ?? '';

  it('is at the inbox’s heading once a clinic is chosen', async () => {
    renderDesk(server.base, { clinics, wanted: null });
    const choice = await screen.findByRole('button', { name: /^Oakwood/ });
    choice.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: /^Inbox/ });
    await waitFor(() => expect(focused()).toMatch(/^Inbox/));
  });

  it('is at a heading once an answer is taken back by its button', async () => {
    renderDesk(server.base);
    await acceptPepper();
    screen.getByRole('button', { name: /^Undo/ }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    await waitFor(() => expect(document.activeElement?.matches('h1, h2')).toBe(true));
  });
});

describe('an item whose id another clinic has too', () => {
  it('is read and answered at its own', async () => {
    server.state.atWillow = [kiki('request-1')];
    renderDesk(server.base, { clinics });
    await acceptPepper();
    await another();
    let read = () => {};
    const isRead = new Promise<void>((done) => (read = done));
    server.state.reads = () => isRead;
    await user.click(await screen.findByRole('button', { name: /^Willow/ }));
    await heading('Kiki');
    // What the other clinic has under this id is not shown meanwhile.
    expect(screen.queryByText(/She is/)).toBeNull();
    read();
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
    expect(screen.getByText('Pepper at Oakwood:')).toBeTruthy();
  });
});

describe('a clinic that the person is taken off', () => {
  it('is left with word of it as soon as its list is refused, with all that was shown of it', async () => {
    const store = renderDesk(server.base, { clinics });
    await screen.findByRole('button', { name: 'Accept' });
    await heading('Pepper');
    server.state.removedFrom = clinic.id;
    server.state.clinics = [willow];
    await store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId: clinic.id }, { forceRefetch: true }));
    await screen.findByText(/You no longer work at Oakwood/);
    expect(screen.getByText('You work at one clinic.')).toBeTruthy();
    expect(screen.queryByText('Pepper')).toBeNull();
    expect(selectClinic(store.getState())).toBeNull();
  });
});

describe('an address that names an item and no clinic', () => {
  const path = '/admin/inbox/request-7';

  it('opens it at the clinic that has it, whichever is chosen after signing in', async () => {
    server.state.atWillow = [kiki('request-7')];
    const store = renderDesk(server.base, { path, clinics, wanted: null });
    await user.click(await screen.findByRole('button', { name: /^Oakwood/ }));
    await heading('Kiki');
    await screen.findByRole('button', { name: 'Accept' });
    expect(selectClinic(store.getState())?.id).toBe(willow.id);
    expect(screen.queryByText('This is not here any more')).toBeNull();
  });

  it('named with a clinic that the person has joined since signing in, is read there alone', async () => {
    server.state.rows.push(rowOf({ id: 'request-7' }));
    server.state.atWillow = [kiki('request-7')];
    let say = () => {};
    server.state.says = new Promise<void>((done) => (say = done));
    server.state.clinics = clinics;
    const store = renderDesk(server.base, { path: `${path}?clinic=willow`, isStarting: true });
    await waitFor(() => expect(server.seen.some(({ url }) => url.endsWith('/me'))).toBe(true));
    await screen.findByRole('option', { name: /Moose/ });
    say();
    await heading('Kiki');
    await screen.findByRole('button', { name: 'Accept' });
    expect(selectClinic(store.getState())?.id).toBe(willow.id);
    const asked = server.seen.filter(({ url }) => url.endsWith('/request-7'));
    expect(new Set(asked.map(({ headers }) => headers['x-client-id']))).toEqual(new Set([willow.id]));
  });

  it('says that it is not here only where no clinic of the person has it', async () => {
    renderDesk(server.base, { path, clinics });
    await heading('This is not here any more');
    expect(
      server.seen
        .filter(({ url }) => url.endsWith('/request-7'))
        .map(({ headers }) => headers['x-client-id'])
        .slice(0, 2),
    ).toEqual([clinic.id, willow.id]);
  });
});
