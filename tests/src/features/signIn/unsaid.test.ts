// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { announce } from '../../../../src/ui/behaviour/announce';
import { clinicOpened, sessionLost, signedOut } from '../../../../src/state/session';
import { owner } from '../appointments/portalSupport';
import { makeStore } from '../../../../src/app/store';
import { servicesAt } from '../../api/support';

const heard = () => [...document.querySelectorAll('[role=log] p')].map(({ textContent }) => textContent);

/** Signs in, and has something said of the owner's records. */
async function hearing() {
  document.querySelector('[role=log]')?.remove();
  const store = makeStore(servicesAt('http://localhost:1'));
  store.dispatch(clinicOpened({ clinicId: 'oakwood', saved: { token: 't', user: owner } }));
  announce('Pepper’s appointment is canceled');
  await vi.waitFor(() => expect(heard()).toHaveLength(1));
  return store;
}

it.each([
  ['signs out', signedOut()],
  ['was signed out from elsewhere', sessionLost('ended')],
])(
  'nothing of what was said to an owner stays in the page once the owner %s, and what is said then does',
  async (_, action) => {
    const store = await hearing();
    store.dispatch(action);
    announce('You are signed out');
    await vi.waitFor(() => expect(heard()).toEqual(['You are signed out']));
  },
);

it('what was said stays while the records do, where the session merely ran out', async () => {
  const store = await hearing();
  store.dispatch(sessionLost('ranOut'));
  expect(heard()).toEqual(['Pepper’s appointment is canceled']);
});
