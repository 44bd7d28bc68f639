// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { Desk } from '../../../src/desk/Desk';
import { deleteDeskDb, deskDb } from '../../../src/desk/kept/db';
import { sessionEnded, signedIn } from '../../../src/desk/session/session';
import { makeStore } from '../../../src/desk/store';
import { deviceNow } from '../../../src/offline/clock';
import { clinic } from './deskSupport';

const half = { name: 'decline', tray: 'decline', client_id: null, words: 'We are full.' };
const unsent = /Your unsent answers are here/;

afterEach(async () => {
  cleanup();
  localStorage.clear();
  await deleteDeskDb();
});

/** Draws the desk for a person whose session has run out. */
function renderEnded(how: 'idle' | 'removed' = 'idle') {
  const store = makeStore({ base: '/api', now: deviceNow, uuid: () => 'key' });
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

it('says no such thing where there are none, or only another person’s', async () => {
  await keepHalf('other');
  renderEnded();
  expect(await screen.findByText('You were signed out after 12 hours.')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByText(unsent)).toBeNull();
});
