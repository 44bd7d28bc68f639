// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { Desk } from '../../../src/desk/Desk';
import { deleteDeskDb, deskDb } from '../../../src/desk/kept/db';
import { sessionEnded, signedIn } from '../../../src/desk/session/session';
import { makeStore } from '../../../src/desk/store';
import { deviceNow } from '../../../src/offline/clock';
import { reply, tinyServer } from '../../support/tinyServer';
import { clinic } from './deskSupport';

const half = { name: 'decline', tray: 'decline', client_id: null, words: 'We are full.' };
const unsent = /Your unsent answers are here/;

afterEach(async () => {
  cleanup();
  localStorage.clear();
  await deleteDeskDb();
});

/** Draws the desk for a person whose session has run out. */
function renderEnded(how: 'idle' | 'removed' = 'idle', base = '/api') {
  const store = makeStore({ base, now: deviceNow, uuid: () => 'key' });
  const person = { id: 'me', name: 'Marcus Bell', email: 'm@clinic.example' };
  store.dispatch(signedIn({ token: 't', person, clinics: [clinic], wanted: null }));
  store.dispatch(sessionEnded(how));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/admin/inbox']}>
        <Desk />
      </MemoryRouter>
    </Provider>,
  );
}

const keepHalf = (personId: string) =>
  deskDb().halves.put({ id: `${personId} one`, place: `${personId}@${clinic.id}`, itemId: 'one', draft: half });

it('says after twelve hours that unsent answers are here where there are some', async () => {
  await keepHalf('me');
  renderEnded();
  expect(await screen.findByText(unsent)).toBeTruthy();
});

it('names the clinics to who was taken off them', async () => {
  renderEnded('removed');
  expect(await screen.findByText(`You no longer work at ${clinic.name}.`)).toBeTruthy();
  expect(screen.queryByText(/session was ended/)).toBeNull();
});

it('says at the field what is wrong with an e-mail', async () => {
  const { base, close } = await tinyServer((_, to) =>
    reply(to, 400, {
      success: false,
      code: 'validation',
      message: 'Please check what you entered.',
      fields: { email: 'must be an e-mail address' },
    }),
  );
  onTestFinished(() => close());
  renderEnded('idle', base);
  const field = await screen.findByLabelText('Work e-mail');
  fireEvent.change(field, { target: { value: 'ana@' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send me a code' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  const described = field.getAttribute('aria-describedby')!.split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(
    'Please enter correct email format',
  );
});

it('says once what is wrong with a code, and with an e-mail once as well', async () => {
  const { base, close } = await tinyServer(({ url }, to) =>
    url?.endsWith('/codes')
      ? reply(to, 200, { success: true, data: { sent: true, length: 6 } })
      : reply(to, 401, { success: false, code: 'InvalidCode', message: 'Invalid code' }),
  );
  onTestFinished(() => close());
  renderEnded('idle', base);
  fireEvent.change(await screen.findByLabelText('Work e-mail'), { target: { value: 'ana@clinic.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send me a code' }));
  fireEvent.change(await screen.findByLabelText('6-digit code'), { target: { value: '123456' } });
  await screen.findByText(/^Invalid code/);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const told = [...document.querySelectorAll('[role=alert], [role=log] > *')].map(({ textContent }) => textContent);
  expect(told.filter((text) => text?.startsWith('Invalid code'))).toHaveLength(1);
});

it('says no such thing where there are none, or only another person’s', async () => {
  await keepHalf('other');
  renderEnded();
  expect(await screen.findByText('You were signed out after 12 hours.')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByText(unsent)).toBeNull();
});
