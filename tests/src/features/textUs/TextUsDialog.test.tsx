// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectionLost } from '../../../../src/state/connection';
import { sessionStarted, signedOut } from '../../../../src/state/session';
import { TextUsDialog } from '../../../../src/features/textUs/TextUsDialog';
import type { TextRequest } from '../../../../src/contract/messages';
import * as limits from '../../../../src/limits';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { apiStore, owner } from '../../api/support';
import { exampleShop } from '../../shop';

const servers: Awaited<ReturnType<typeof tinyServer>>[] = [];
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function open(
  answer: Parameters<typeof tinyServer>[0] = (_, response) =>
    ok(response, { id: 'm1', created_at: '2026-11-21T15:00:00.000Z' }),
  asked: TextRequest[] = [],
) {
  const listing =
    (other: typeof answer): typeof answer =>
    (request, response) =>
      request.method === 'GET' ? ok(response, asked) : other(request, response);
  const { seen, ...rest } = await tinyServer(listing(answer));
  const server = {
    ...rest,
    /** What was sent to the clinic. */
    get seen() {
      return seen.filter(({ method }) => method !== 'GET');
    },
    answer: (next: typeof answer) => rest.answer(listing(next)),
  };
  servers.push(server);
  const store = apiStore(server.base, owner());
  const onClose = vi.fn();
  const dialog = (isOpen: boolean) => (
    <Provider store={store}>
      <TextUsDialog shop={exampleShop()} open={isOpen} onClose={onClose} />
    </Provider>
  );
  const { rerender } = render(dialog(true));
  await screen.findByRole('dialog');
  /** Closes the dialog and opens it again; `meanwhile` is done while it is closed. */
  const anew = async (meanwhile = () => {}) => {
    rerender(dialog(false));
    await vi.waitFor(() => expect(screen.queryByLabelText('Mobile phone')).toBeNull());
    act(meanwhile);
    rerender(dialog(true));
    await screen.findByLabelText('Mobile phone');
  };
  return { server, store, onClose, anew };
}
const phone = () => screen.getByLabelText('Mobile phone');
const send = () => screen.getByRole('button', { name: 'Send' });

describe('text with us', () => {
  it('asks for a number, and for a right one (TEXT-03)', async () => {
    const { server } = await open();
    await userEvent.click(send());
    expect(screen.getByText('Please enter a phone number')).toBeTruthy();
    await userEvent.type(phone(), '512555');
    await userEvent.click(send());
    expect(screen.getByText('Please enter a valid phone number')).toBeTruthy();
    expect(server.seen).toHaveLength(0);
  });

  it('sends ten digits, thanks for 3 s, fades for 1.5 s and closes (TEXT-02, D-107)', async () => {
    const { server, onClose } = await open();
    await userEvent.type(phone(), '(512) 555-0142');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(send());
    await vi.waitFor(() => expect(screen.getByText("Thanks! We'll text you shortly.")).toBeTruthy());
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ phone_number: '5125550142' });
    // What is drawn may be a moment ahead of the timer that its effect sets.
    await act(async () => undefined);
    act(() => void vi.advanceTimersByTime(limits.textUsShownMs));
    expect(onClose).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(limits.textUsFadeMs));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('keeps what was typed while it is closed, until it is sent', async () => {
    const { server, onClose, anew } = await open();
    await userEvent.type(phone(), '512555');
    await anew();
    expect(phone()).toHaveProperty('value', '512-555');
    await userEvent.type(phone(), '0142');
    await userEvent.click(send());
    await screen.findByText("Thanks! We'll text you shortly.");
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ phone_number: '5125550142' });
    const shownMs = limits.textUsShownMs + limits.textUsFadeMs;
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled(), { timeout: 2 * shownMs });
    await anew();
    expect(phone()).toHaveProperty('value', '');
  }, 15_000);

  it('keeps an owner’s number for no other, and nobody’s for whoever signs in', async () => {
    const { store, anew } = await open();
    await userEvent.type(phone(), '5125550142');
    await anew(() => void store.dispatch(signedOut()));
    expect(phone()).toHaveProperty('value', '');
    await userEvent.type(phone(), '5125550177');
    await anew(() => void store.dispatch(sessionStarted(owner())));
    expect(phone()).toHaveProperty('value', '512-555-0177');
  });

  it('stays when sending fails, with the general toast; that it is too often stands beside the number until it is tried again (D-404)', async () => {
    const { server, store, onClose } = await open((_, response) =>
      reply(response, 429, { success: false, code: 'too_many_requests', message: 'Too many attempts.' }),
    );
    await userEvent.type(phone(), '5125550142');
    await userEvent.click(send());
    await vi.waitFor(() => expect(store.getState().toasts.map((toast) => toast.text)).toEqual(['Too many attempts.']));
    expect((phone() as HTMLInputElement).value).toBe('512-555-0142');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.');
    server.answer((_, response) => ok(response, { id: 'm1', created_at: '2026-11-21T15:00:00.000Z' }));
    await userEvent.click(send());
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is one request for one number, however often it is sent until it is answered (D-202)', async () => {
    let isLost = true;
    const { server, store } = await open((_, response) =>
      isLost
        ? reply(response, 502, { success: false, message: 'Bad gateway' })
        : ok(response, { id: 'm1', created_at: '2026-11-21T15:00:00.000Z' }),
    );
    const keys = () => server.seen.map(({ headers }) => headers['idempotency-key']);
    await userEvent.type(phone(), '5125550143');
    await userEvent.click(send());
    await vi.waitFor(() => expect(store.getState().toasts).toHaveLength(1));
    isLost = false;
    // It is busy for a moment longer than the toast takes to come.
    await vi.waitFor(() => expect(send().getAttribute('aria-disabled')).toBeNull());
    await userEvent.click(send());
    expect(await screen.findAllByText("Thanks! We'll text you shortly.")).not.toHaveLength(0);
    expect(keys()).toHaveLength(2);
    expect(keys()[1]).toBe(keys()[0]);
  });

  it("offers the phone's own ways without a network, and sends nothing", async () => {
    const { server, store } = await open();
    act(() => void store.dispatch(connectionLost()));
    await userEvent.type(phone(), '5125550142');
    await userEvent.click(send());
    expect(server.seen).toHaveLength(0);
    expect(screen.getByText("You're offline. Connect to the internet to do this.")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Text 512-555-0100' }).getAttribute('href')).toBe('sms:+15125550100');
    expect(screen.getByRole('link', { name: 'Call 512-555-0100' }).getAttribute('href')).toBe('tel:+15125550100');
  });

  it.each([
    ['open', "You asked us 2 hours ago to text 512-555-0142. We haven't answered yet."],
    ['answered', 'Answered 2 hours ago: you asked us to text 512-555-0142.'],
  ])('says where the last wish stands: %s (D-424)', async (state, words) => {
    const at = new Date(Date.now() - 2 * 3600_000).toISOString();
    await open(undefined, [{ id: 't1', phone_number: '+15125550142', state, state_at: at, created_at: at }]);
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
