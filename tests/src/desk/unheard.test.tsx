// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inboxApi } from '../../../src/desk/api/inbox';
import { OFFLINE_REASON } from '../../../src/desk/connection';
import { selectDraft } from '../../../src/desk/kept/drafts';
import { selectGiven } from '../../../src/desk/undo/answers';
import { deskForEach, renderItem } from './deskSupport';

/** What stands between the desk and the clinic: its pages are no replies, and replies come late. */

const server = deskForEach();
const user = userEvent.setup();
const long = { timeout: 8000 };
const button = (name: string | RegExp, options = {}) => screen.findByRole('button', { name }, options);
const heading = (name: string) => screen.findByRole('heading', { level: 2, name }, long);

/** Reads the list, as the page does every few seconds. */
const readList = (store: ReturnType<typeof renderItem>) =>
  act(async () => {
    await store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId: 'oak' }, { forceRefetch: true }));
  });

/** All that is said to those who listen, from now on. */
function listening(): string[] {
  const said: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if ((target as Element).matches?.('[role=log]'))
        said.push(...[...addedNodes].map((one) => one.textContent ?? ''));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return said;
}

describe('a list that cannot be read', { timeout: 20_000 }, () => {
  it('is no connection, which locks the answers, until it is read again', async () => {
    const store = renderItem(server.base);
    const accept = await button('Accept');
    server.state.garbled = ['list'];
    await readList(store);
    expect(accept.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText(OFFLINE_REASON).length).toBeGreaterThan(0);
    // What else is answered is no list.
    await store.dispatch(inboxApi.endpoints.inboxItem.initiate({ params: { id: 'request-2' }, clinicId: 'oak' }));
    expect(accept.getAttribute('aria-disabled')).toBe('true');
    server.state.garbled = [];
    await readList(store);
    expect(accept.getAttribute('aria-disabled')).toBeNull();
  });

  it('has an item that could not be read beside it mend itself, also where the list was read all the while', async () => {
    server.state.garbled = ['item'];
    renderItem(server.base);
    await heading('This could not be read');
    server.state.garbled = [];
    expect(await heading('Pepper')).toBeTruthy();
    await button('Accept', long);
  });
});

describe('an answer whose reply is late', { timeout: 20_000 }, () => {
  const late = async () => {
    let come = () => {};
    server.state.replies = new Promise<void>((done) => (come = done));
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('a');
    await heading('Moose');
    await waitFor(() => expect(server.state.bodies).toHaveLength(1));
    return { store, come };
  };

  it('can be taken back as soon as the list has it, and the reply changes nothing', async () => {
    const { store, come } = await late();
    await readList(store);
    expect(await screen.findByText(/accepted, told in \d+ s/)).toBeTruthy();
    await user.keyboard('u');
    expect(await heading('Pepper')).toBeTruthy();
    await waitFor(() => expect(server.state.rows[0]!.place).toBe('waits'));
    await button('Accept');
    come();
    await new Promise((done) => setTimeout(done, 300));
    expect(await button('Accept')).toBeTruthy();
    expect(selectGiven(store.getState())).toEqual({});
    expect(screen.queryByText(/told in \d+ s|not taken back|not sent/)).toBeNull();
  });

  it('is said to be on its way after some seconds, and so is its Undo', async () => {
    const { come } = await late();
    expect(screen.queryByText(/no reply yet/)).toBeNull();
    const said = listening();
    expect(await screen.findByText(/being sent, no reply yet/, {}, long)).toBeTruthy();
    await user.keyboard('u');
    expect(await screen.findByText(/being taken back, no reply yet/)).toBeTruthy();
    await waitFor(() => expect(said.join('\n')).toMatch(/Pepper: being sent, .*\n.*Pepper: being taken back, /s));
    come();
    await waitFor(() => expect(server.state.rows[0]!.place).toBe('waits'));
    await waitFor(() => expect(screen.queryByText(/no reply yet/)).toBeNull());
  });

  it('is taken back then where Undo was pressed before', async () => {
    const { store } = await late();
    await user.keyboard('u');
    await heading('Pepper');
    await readList(store);
    await waitFor(() => expect(server.state.rows[0]!.place).toBe('waits'));
    await button('Accept');
  });
});

describe('a reply that cannot be read', { timeout: 20_000 }, () => {
  it('has an answer that was taken said to be so, and nothing else', async () => {
    renderItem(server.base);
    await button('Accept');
    server.state.garbled = ['answers'];
    const said = listening();
    await user.keyboard('a');
    expect(await screen.findByText(/accepted, told in \d+ s/, {}, long)).toBeTruthy();
    await waitFor(() => expect(said.join('\n')).toMatch(/Pepper: accepted\. U takes it back/));
    expect(said.join('\n')).not.toMatch(/not sent/);
    expect(screen.queryByText(/not sent/)).toBeNull();
  });

  it('has an Undo that was done said to be so, with what was written', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('o');
    await button('8:00am');
    await user.keyboard('1');
    await user.click(await button('Send 1 time'));
    await button(/Undo/);
    server.state.garbled = ['undo'];
    const said = listening();
    await user.keyboard('u');
    await waitFor(() => expect(said).toContain('Pepper: taken back'), long);
    expect(said.join('\n')).not.toMatch(/not taken back/);
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ times: [{ at: '2026-11-24T14:00:00.000Z' }] });
  });

  it('of an Undo says nothing of what was written, and is put right once the list is read', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('a');
    await button(/Undo/);
    server.state.garbled = ['undo', 'list'];
    const said = listening();
    await user.keyboard('u');
    await waitFor(
      () =>
        expect(said).toContain('Pepper: not taken back. The reply could not be read. Please try again in a moment.'),
      long,
    );
    server.state.garbled = [];
    await readList(store);
    await waitFor(() => expect(said.at(-1)).toBe('Pepper: taken back'));
    expect(screen.queryByText(/not taken back/)).toBeNull();
  });
});
