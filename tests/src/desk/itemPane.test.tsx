// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { inboxApi } from '../../../src/desk/api/inbox';
import { connectionFound, connectionLost } from '../../../src/desk/connection';
import { draftDropped, draftKept, selectDraft } from '../../../src/desk/kept/drafts';
import { deviceNow } from '../../../src/offline/clock';
import { problemText } from '../../../src/desk/api/api';
import { Unread } from '../../../src/desk/item/Unread';
import { deskForEach, renderItem, rowOf } from './deskSupport';

const server = deskForEach();
const user = userEvent.setup();
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const declined = { name: 'decline', tray: 'decline', client_id: null, reason: 'no_time' } as const;
const unlocked = (name: string) =>
  waitFor(async () => expect((await button(name)).getAttribute('aria-disabled')).toBeNull(), { timeout: 5000 });

describe('an item', () => {
  it('says who, what, the note with its urgent words, and what the owner will read', async () => {
    renderItem(server.base);
    await button('Accept');
    expect(await heading('Pepper')).toBeTruthy();
    expect(screen.getByText('Not confirmed')).toBeTruthy();
    expect(screen.getByText('not eating').tagName).toBe('MARK');
    expect(screen.getByText('The visit is accepted.')).toBeTruthy();
    expect(screen.getByText('$40.00 paid')).toBeTruthy();
  });

  it('is answered by one key, and the next opens with focus on its heading', async () => {
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('a');
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Moose')));
    await waitFor(() => expect(server.state.bodies).toEqual([{ name: 'accept', version: '1' }]));
    expect(await screen.findByText(/accepted, told in \d+ s/)).toBeTruthy();
  });

  it('keeps focus on its heading, whether the item was read before it opened or comes after', async () => {
    let read = () => {};
    const isRead = new Promise<void>((done) => (read = done));
    server.state.reads = (itemId) => (itemId === 'request-2' ? isRead : Promise.resolve());
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('a');
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Moose')));
    expect(screen.queryByText('The visit is accepted.')).toBeNull();
    read();
    await screen.findByText('The visit is accepted.');
    expect(document.activeElement).toBe(await heading('Moose'));
  });

  it('that left the list before its answer did is read until it says what became of it, also when it once fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const [pepper, ...others] = server.state.rows;
    const answer = {
      id: 'answer-1',
      name: 'accept' as const,
      words: 'accepted',
      by: 'Marcus Bell',
      is_mine: true,
      at: new Date(deviceNow()).toISOString(),
      leaves_at: new Date(deviceNow() + 20_000).toISOString(),
      left_at: null as string | null,
      voided: null as string | null,
    };
    const told = (later: Partial<typeof answer>) => {
      server.state.unlisted = [{ ...pepper!, place: 'answered', answer: { ...answer, ...later }, version: 'left' }];
    };
    const timesRead = () => server.state.readings.filter((itemId) => itemId === 'request-1').length;
    server.state.rows = others;
    told({});
    renderItem(server.base);
    expect(await screen.findByText(/You: accepted/)).toBeTruthy();

    const before = timesRead();
    server.state.reads = () => Promise.reject(new Error('gone'));
    await vi.advanceTimersByTimeAsync(5000);
    await waitFor(() => expect(timesRead()).toBe(before + 1));
    server.state.reads = () => Promise.resolve();
    server.state.ended = 'Noor canceled this today 8:43am.';
    told({ left_at: new Date(deviceNow()).toISOString(), voided: 'Noor canceled first.' });
    await vi.advanceTimersByTimeAsync(5000);
    // Why is said once, by how it ended.
    expect((await screen.findByText(/Noor canceled/)).closest('footer')!.textContent).toMatch(
      /^You: accepted, not carried out, .*\.\s+Noor canceled this today 8:43am\.$/,
    );

    const after = timesRead();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(timesRead()).toBe(after);
  });

  it('is answered by a press of its own: a key that is held, or pressed before the item can be seen, answers nothing', async () => {
    renderItem(server.base);
    await button('Accept');
    // However long this machine takes, the item has just come into sight.
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => time.mockRestore());
    fireEvent.keyDown(document.body, { key: 'a' });
    for (let n = 0; n < 5; n += 1) fireEvent.keyDown(document.body, { key: 'a', repeat: true });
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Moose')));
    await button('Accept');
    fireEvent.keyDown(document.body, { key: 'a' });
    await waitFor(() => expect(server.state.bodies).toHaveLength(1));
    expect(await heading('Moose')).toBeTruthy();
    await new Promise((done) => setTimeout(done, 600));
    expect(server.state.bodies).toHaveLength(1);
    time.mockRestore();
    fireEvent.keyDown(document.body, { key: 'a' });
    await waitFor(() => expect(server.state.bodies).toHaveLength(2));
  });

  it.each(['Accept', 'Try again', 'Decline and refund $40.00'])(
    'that opened under the hand is answered by no press before it can be seen, and by no double click: %s',
    async (name) => {
      const store = renderItem(server.base);
      await button('Accept');
      let now = performance.now();
      const time = vi.spyOn(performance, 'now').mockImplementation(() => now);
      onTestFinished(() => time.mockRestore());
      if (name === 'Try again') {
        server.state.refuse = { status: 422, message: 'Not now.' };
        fireEvent.click(await button('Accept'), { detail: 1 });
        await screen.findByText('not sent. Not now.');
        server.state.refuse = null;
        now += 5000;
      }
      if (name.startsWith('Decline'))
        act(() => void store.dispatch(draftKept({ itemId: 'request-2', draft: { ...declined, isOpen: 'yes' } })));
      fireEvent.click(await button('Accept'), { detail: 1 });
      await waitFor(() => expect(server.state.bodies).toHaveLength(1));
      await unlocked(name);
      const press = async (detail: number, after: number) => {
        now += after;
        fireEvent.click(await button(name), { detail });
        await new Promise((done) => setTimeout(done, 200));
        return server.state.bodies.length;
      };
      expect(await press(1, 0)).toBe(1);
      expect(await press(1, 700)).toBe(1);
      expect(await press(2, 3000)).toBe(1);
      await press(1, 1);
      await waitFor(() => expect(server.state.bodies).toHaveLength(2));
    },
  );

  it('that opened under the hand keeps what is half written in it from a double click on Discard', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    let now = performance.now();
    const time = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => time.mockRestore());
    act(() => void store.dispatch(draftKept({ itemId: 'request-2', draft: { ...declined, isOpen: 'no' } })));
    fireEvent.click(await button('Accept'), { detail: 1 });
    await heading('Moose');
    const press = async (detail: number, after: number) => {
      now += after;
      fireEvent.click(await button('Discard'), { detail });
      return selectDraft(store.getState(), 'request-2');
    };
    expect(await press(1, 0)).not.toBeNull();
    expect(await press(2, 3000)).not.toBeNull();
    expect(await press(1, 1)).toBeNull();
  });

  it('that opened under the hand opens a tray at once', async () => {
    renderItem(server.base);
    fireEvent.click(await button('Accept'), { detail: 1 });
    await heading('Moose');
    fireEvent.click(await button('Decline'), { detail: 2 });
    expect(await screen.findByRole('radio', { name: /Needs emergency/ })).toBeTruthy();
  });

  it('comes back by U, and the bar is gone', async () => {
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('a');
    await button(/Undo/);
    await user.keyboard('u');
    expect(await heading('Pepper')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull());
    await button('Accept');
  });

  it('comes back with the times of an offer that was half written beside it, folded as it was', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('o');
    await screen.findByRole('button', { name: '8:00am' });
    await user.keyboard('13');
    await button('Send 2 times');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ isOpen: 'no' }));
    const half = selectDraft(store.getState(), 'request-1');
    await user.keyboard('a');
    await button(/Undo/);
    await waitFor(() => expect(selectDraft(store.getState(), 'request-1')).toBeNull());
    await user.keyboard('u');
    expect(await screen.findByText('2 times to offer')).toBeTruthy();
    expect(selectDraft(store.getState(), 'request-1')).toEqual(half);
  });

  it('is answered once by a double press', async () => {
    renderItem(server.base);
    const accept = await button('Accept');
    fireEvent.click(accept);
    fireEvent.click(accept);
    await heading('Moose');
    await new Promise((done) => setTimeout(done, 200));
    expect(server.state.bodies).toHaveLength(1);
  });

  it('says that it did not come back, and can be tried again', async () => {
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('a');
    await button(/Undo/);
    server.state.refuse = { status: 503, code: 'unavailable', message: 'Please try again.' };
    await user.keyboard('u');
    expect(await screen.findByText(/^not taken back\. /, {}, { timeout: 5000 })).toBeTruthy();
    server.state.refuse = null;
    await user.click(await button(/Undo/));
    await waitFor(() => expect(screen.queryByText(/^not taken back\. /)).toBeNull());
    await button('Accept');
  });

  it('says what is done all the same, where its Undo came after something else', async () => {
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('a');
    await button(/Undo/);
    server.state.stays = 'The deposit goes back all the same.';
    await user.keyboard('u');
    expect(await screen.findByText(/^taken back\. The deposit goes back all the same\.$/)).toBeTruthy();
    await button('Accept');
  });

  it('says that it did not come back only until nothing can be tried any more', async () => {
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('a');
    await button(/Undo/);
    server.state.refuse = { status: 503, code: 'unavailable', message: 'Please try again.' };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.keyDown(document.body, { key: 'u' });
    expect(await screen.findByText(/^not taken back\. /, {}, { timeout: 5000 })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5000);
    expect(screen.getByText(/^not taken back\. /)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(16_000);
    await waitFor(() => expect(screen.queryByText(/^not taken back\. /)).toBeNull());
  });

  it('that could not be read is read again when the connection is back', async () => {
    server.state.isAway = true;
    const store = renderItem(server.base);
    await heading('This could not be read');
    server.state.isAway = false;
    act(() => void store.dispatch(connectionLost()));
    act(() => void store.dispatch(connectionFound()));
    expect(await heading('Pepper')).toBeTruthy();
    await button('Accept');
  });

  it('keeps a key that is pressed before it is read', async () => {
    let read = () => {};
    const isRead = new Promise<void>((done) => (read = done));
    server.state.reads = () => isRead;
    renderItem(server.base);
    expect(await heading('Item')).toBeTruthy();
    await user.keyboard('d');
    read();
    expect(await screen.findByRole('radio', { name: /Needs emergency/ })).toBeTruthy();
  });
});

describe('a tray', () => {
  it('declines by digits, says what the owner reads and where money goes, and Esc keeps what was written', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d');
    await user.keyboard('2');
    expect(await screen.findByRole('radio', { name: /Needs emergency/, checked: true })).toBeTruthy();
    expect(await screen.findByText('Preview of decline')).toBeTruthy();
    expect(screen.getByText('$40.00 to Visa 4242, in full.')).toBeTruthy();
    await user.type(screen.getByLabelText(/In your own words/), 'Go to Capital.');
    await user.keyboard('{Escape}');
    expect(await screen.findByText(/Go to Capital/)).toBeTruthy();
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ reason: 'emergency', words: 'Go to Capital.' });
    await user.click(await button('Go on'));
    // Money does not go before what the owner reads is shown, and that it does.
    await user.type(screen.getByLabelText(/In your own words/), ' Now.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect((await button('Decline and refund $40.00')).getAttribute('aria-disabled')).toBe('true');
    await unlocked('Decline and refund $40.00');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(server.state.bodies).toEqual([
        { name: 'decline', version: '1', reason: 'emergency', words: 'Go to Capital. Now.' },
      ]),
    );
    await waitFor(() => expect(selectDraft(store.getState(), 'request-1')).toBeNull());
  });

  it.each(['by its digit', 'by the mouse'])(
    'has the words that another reason needs written at once, where it is chosen %s',
    async (how) => {
      const store = renderItem(server.base);
      await button('Accept');
      await user.keyboard('d');
      const other = await screen.findByRole('radio', { name: /Another reason/ });
      if (how === 'by its digit') await user.keyboard('5');
      else await user.click(screen.getByText('Another reason'));
      await user.keyboard('You 1');
      expect((other as HTMLInputElement).checked).toBe(true);
      expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ reason: 'other', words: 'You 1' });
    },
  );

  it('brings what the owner will read and where money goes into sight, where the tray scrolls', async () => {
    const seen: (string | null)[] = [];
    Element.prototype.scrollIntoView = function scrolled() {
      seen.push(this.textContent);
    };
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('d1');
    await screen.findByText('Preview of decline');
    await waitFor(() => expect(seen.join('\n')).toMatch(/\$40\.00 to Visa 4242[^]*will read[^]*Preview of decline/));
  });

  it('passes another reason by with the arrows', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d');
    const other = await screen.findByRole('radio', { name: /Another reason/ });
    // As a browser does it.
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
    other.focus();
    fireEvent.click(other);
    expect(document.activeElement).toBe(other);
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ reason: 'other' });
  });

  it('sends nothing to a corrected number before it is said whose that is', async () => {
    server.state.rows[0] = rowOf({ kind: 'undelivered', says: 'Not delivered', what: 'Text with a reminder' });
    renderItem(server.base);
    await user.click(await button('Correct the number'));
    expect(screen.getByText(/^Failed /)).toBeTruthy();
    await user.type(await screen.findByLabelText('Phone or e-mail'), '512 555 0142{Enter}');
    expect(server.state.bodies).toEqual([]);
    expect(await screen.findByText('Dana has this number, confirmed by a code.')).toBeTruthy();
    await unlocked('Send to Dana’s number');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(server.state.bodies).toEqual([{ name: 'correct', version: '1', contact: '512 555 0142' }]),
    );
  });

  it('offers up to three times, by keys alone', async () => {
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('o');
    await screen.findByRole('button', { name: '8:00am' });
    await user.keyboard('1342');
    const plates = within(screen.getByRole('list', { name: 'Picked times' }));
    await button('Send 3 times');
    expect(plates.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toHaveLength(3);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.state.bodies).toHaveLength(1));
    expect(server.state.bodies[0]).toMatchObject({
      name: 'offer',
      times: ['14', '16', '17'].map((hour) => ({ at: `2026-11-24T${hour}:00:00.000Z`, provider_id: 'd1' })),
    });
  });

  it('sends by Enter also while the chosen date has the focus, as the button shows', async () => {
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('o');
    await screen.findByRole('button', { name: '8:00am' });
    screen.getByRole('radio', { name: /Tue Nov 24/ }).focus();
    await user.keyboard('{ArrowRight}');
    const chosen = await screen.findByRole('radio', { name: /Wed Nov 25/, checked: true });
    await screen.findByRole('button', { name: '8:00am' });
    await user.keyboard('1');
    await button('Send 1 time');
    expect(document.activeElement).toBe(chosen);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.state.bodies).toHaveLength(1));
  });

  it('marks an offered time that was gone, and sends the rest', async () => {
    renderItem(server.base);
    await button('Accept');
    await user.keyboard('o');
    await screen.findByRole('button', { name: '8:00am' });
    await user.keyboard('13');
    await button('Send 2 times');
    const says = 'Tue Nov 24, 8:00am is not free any more. Send the rest, or choose another time.';
    const fields = { '2026-11-24T14:00:00.000Z d1': 'gone' };
    server.state.refuse = { status: 409, code: 'slot_gone', message: says, fields };
    await user.keyboard('{Enter}');
    await heading('Moose');
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    expect(await screen.findByText(`Not sent: ${says}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    const plates = within(screen.getByRole('list', { name: 'Picked times' })).getAllByRole('listitem');
    expect(plates.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^!.*8:00am.*Not free any more$/) as string,
      expect.stringMatching(/^1.*10:00am/) as string,
    ]);
    server.state.refuse = null;
    await user.click(await button('Send 1 time'));
    await waitFor(() => expect(server.state.bodies).toHaveLength(1));
    expect(server.state.bodies[0]!.times).toEqual([{ at: '2026-11-24T16:00:00.000Z', provider_id: 'd1' }]);
  });

  it('marks a picked time that somebody takes while the tray is open, and sends the rest', async () => {
    renderItem(server.base);
    await button('Accept');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await user.keyboard('o');
    await button(/^8:00am/);
    await user.keyboard('12');
    await button('Send 2 times');
    server.state.taken = ['2026-11-24T14:00:00.000Z'];
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await screen.findByText('Not free any more')).toBeTruthy();
    await unlocked('Send 1 time');
    await user.click(await button('Send 1 time'));
    await waitFor(() => expect(server.state.bodies[0]?.times).toMatchObject([{ at: '2026-11-24T15:00:00.000Z' }]));
  });

  it('offers no times that overlap, by hand or by a digit', async () => {
    server.state.apart = 90;
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('o');
    await screen.findByRole('button', { name: '8:00am' });
    await user.keyboard('1');
    const overlapping = await button('9:00am, overlaps 8:00am');
    expect(overlapping.getAttribute('aria-disabled')).toBe('true');
    await user.click(overlapping);
    await user.keyboard('2');
    await waitFor(() =>
      expect(document.querySelector('[role=log]')?.textContent).toContain('9:00am overlaps 8:00am, which is picked'),
    );
    await user.keyboard('3');
    await button('Send 2 times');
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({
      times: [{ at: '2026-11-24T14:00:00.000Z' }, { at: '2026-11-24T16:00:00.000Z' }],
    });
    await user.keyboard('1');
    await button('9:00am, overlaps 10:00am');
  });

  it('picks by digits what is shown: nothing of the day before, from the moment at which another is chosen', async () => {
    let find = () => {};
    const isFound = new Promise<void>((done) => (find = done));
    server.state.finds = (date) => (date === '2026-11-25' ? isFound : Promise.resolve());
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('o');
    await screen.findByRole('button', { name: '8:00am' });
    fireEvent.click(screen.getByRole('radio', { name: /Wed Nov 25/ }));
    fireEvent.keyDown(document.body, { key: '1' });
    await screen.findByRole('radio', { name: /Wed Nov 25/, checked: true });
    await user.keyboard('2');
    find();
    await screen.findByRole('button', { name: '8:00am' });
    await user.keyboard('3');
    await waitFor(() =>
      expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ times: [{ at: '2026-11-25T16:00:00.000Z' }] }),
    );
  });

  it('shows no words but those that are sent, and asks for them again when the connection is back', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d1');
    await screen.findByText('Preview of decline');
    server.state.isAway = true;
    fireEvent.change(screen.getByLabelText(/In your own words/), { target: { value: 'Sorry.' } });
    expect((await screen.findAllByText(/^No connection/)).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByText('Preview of decline')).toBeNull());
    server.state.isAway = false;
    act(() => void store.dispatch(connectionFound()));
    expect(await screen.findByText('Preview of decline: Sorry.')).toBeTruthy();
  });

  it('locks without a network, says why, and keeps what is written', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d1');
    await screen.findByRole('radio', { name: /No time left/, checked: true });
    const send = await button('Decline and refund $40.00');
    await server.close();
    act(() => void store.dispatch(connectionLost()));
    expect(send.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(send.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/No connection/);
    await user.click(send);
    expect(server.state.bodies).toEqual([]);
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ reason: 'no_time' });
  });
});

describe('a text whose field goes from under the hand', () => {
  it('is no key for anything, until the hand rests or does something else', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    let now = performance.now();
    const time = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => time.mockRestore());
    const goes = async () => {
      await user.keyboard('d');
      await user.click(await screen.findByLabelText(/In your own words/));
      await user.keyboard('Sorry, J');
      // As where it was emptied in another tab.
      act(() => void store.dispatch(draftDropped('request-1')));
      await button('Accept');
      expect(document.activeElement).toBe(await heading('Pepper'));
    };
    await goes();
    await user.keyboard('oan and a dog');
    expect(server.state.bodies).toEqual([]);
    expect(screen.queryByRole('heading', { level: 3, name: 'Offer up to three other times' })).toBeNull();

    now += 3000;
    await user.keyboard('o');
    await screen.findByRole('heading', { level: 3, name: 'Offer up to three other times' });
    await user.keyboard('{Escape}');
    await goes();
    await user.keyboard('{Escape}a');
    await waitFor(() => expect(server.state.bodies).toHaveLength(1));
  });
});

describe('an answer on its way', () => {
  it('is not said to be kept, though its item is seen meanwhile', async () => {
    let reply = () => {};
    server.state.replies = new Promise<void>((done) => (reply = done));
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d1');
    await unlocked('Decline and refund $40.00');
    fireEvent.change(screen.getByLabelText(/In your own words/), { target: { value: 'We are full.' } });
    await screen.findByText('Preview of decline: We are full.');
    await unlocked('Decline and refund $40.00');
    await user.click(await button('Decline and refund $40.00'));
    await heading('Moose');
    await waitFor(() => expect(server.state.bodies).toHaveLength(1));
    await user.keyboard('u');
    expect(await heading('Pepper')).toBeTruthy();
    // A little longer than it takes to say it.
    await new Promise((done) => setTimeout(done, 500));
    expect(document.body.textContent).not.toContain('kept here');
    reply();
    // What was written is there again.
    expect(await screen.findByRole('radio', { name: /No time left/, checked: true })).toBeTruthy();
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ words: 'We are full.' });
    expect(document.body.textContent).not.toContain('kept here');
  });
});

describe('an answer that is not taken', () => {
  it('comes back with its reason, and is sent again as the same one', async () => {
    renderItem(server.base);
    await button('Accept');
    server.state.refuse = { status: 500 };
    await user.keyboard('a');
    await heading('Moose');
    await user.click(await screen.findByRole('button', { name: 'Open' }, { timeout: 5000 }));
    expect(await screen.findByText(/^Not sent: /)).toBeTruthy();
    server.state.refuse = null;
    await user.click(await button('Try again'));
    await waitFor(() => expect(server.state.bodies).toHaveLength(1));
    const keys = server.seen
      .filter(({ url }) => url.endsWith('/answers'))
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('to what is not there any more is told of in a sentence', async () => {
    renderItem(server.base);
    await button('Accept');
    server.state.refuse = { status: 404, code: 'not_found', message: 'Not found' };
    await user.keyboard('a');
    expect(await screen.findByText('not sent. This is not here any more.')).toBeTruthy();
    expect(document.body.textContent).not.toContain('Not found');
  });

  it('whose reply was lost is sent again as the same one, and can be taken back', async () => {
    renderItem(server.base);
    await button('Accept');
    server.state.lost = 1;
    await user.keyboard('a');
    expect(await screen.findByRole('button', { name: /Undo/ }, { timeout: 5000 })).toBeTruthy();
    expect(screen.queryByText(/^not sent\. /)).toBeNull();
    const keys = server.seen
      .filter(({ url }) => url.endsWith('/answers'))
      .map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('that seemed lost counts as given once the list has it', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    server.state.lost = 2;
    await user.keyboard('a');
    expect(await screen.findByText(/^not sent\. /, {}, { timeout: 5000 })).toBeTruthy();
    await store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId: 'oak' }, { forceRefetch: true }));
    expect(await screen.findByRole('button', { name: /Undo/ })).toBeTruthy();
    expect(screen.queryByText(/^not sent\. /)).toBeNull();
  });

  it('that is not here any more leads to the inbox, and asks for no other try', async () => {
    const onInbox = vi.fn();
    render(<Unread says="Not found" isGone heading={null} id="gone" onAgain={() => {}} onInbox={onInbox} />);
    expect(await heading('This is not here any more')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(await button('See the inbox'));
    expect(onInbox).toHaveBeenCalledOnce();
  });

  it('says of a reply that is none what is safe and what to do', () =>
    expect(problemText({ kind: 'malformed', status: 200, detail: '<html>' })).toBe(
      'The reply could not be read. What you wrote is kept. Please try again in a moment.',
    ));

  it('says who answered first and keeps what was written', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d1');
    await screen.findByRole('radio', { name: /No time left/, checked: true });
    await unlocked('Decline and refund $40.00');
    server.state.refuse = { status: 422, code: 'not_allowed', message: 'Ana accepted this at 8:44am.' };
    await user.click(await button('Decline and refund $40.00'));
    await heading('Moose');
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    expect(await screen.findByText(/Ana accepted this at 8:44am. What you wrote is kept/)).toBeTruthy();
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ reason: 'no_time' });
  });

  it('says that the owner canceled meanwhile, and keeps what was written', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d1');
    await screen.findByRole('radio', { name: /No time left/, checked: true });
    fireEvent.change(screen.getByLabelText(/In your own words/), { target: { value: 'We are full.' } });
    const [pepper, ...others] = server.state.rows;
    server.state.rows = others;
    server.state.unlisted = [{ ...pepper!, place: 'answered', version: 'left' }];
    server.state.ended = 'Noor canceled this today 10:21am.';
    await store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId: 'oak' }, { forceRefetch: true }));
    await screen.findByText('Noor canceled this today 10:21am. What you wrote is kept here.');
    await user.keyboard('{Escape}');
    expect(
      await screen.findByText(/Noor canceled this today 10:21am\. What you wrote is kept here\. .*We are full/),
    ).toBeTruthy();
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ words: 'We are full.' });
  });

  it('says so where an owner left the waitlist meanwhile, of which the clinic has no trace, and keeps the words', async () => {
    server.state.rows[0]!.kind = 'waitlist';
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d1');
    await screen.findByRole('radio', { name: /No time left/, checked: true });
    server.state.rows.shift();
    await store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId: 'oak' }, { forceRefetch: true }));
    expect(
      await screen.findByText(/Noor does not wait for an earlier time any more\. What you wrote is kept here\./),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ reason: 'no_time' });
  });

  it.each([
    ['a colleague accepts', 'Ana accepted this at 8:44am.'],
    ['the owner leaves, of which the clinic has no trace', 'Noor does not wait for an earlier time any more.'],
  ])('leaves its tray to who writes in it, and sends nothing, where %s', { timeout: 15_000 }, async (who, says) => {
    if (!who.includes('colleague')) server.state.rows[0]!.kind = 'waitlist';
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d1');
    await unlocked('Decline and refund $40.00');
    const words = screen.getByLabelText<HTMLTextAreaElement>(/In your own words/);
    await user.click(words);
    await user.keyboard('Sorry, J');
    const at = '2026-11-23T14:44:00Z';
    const answer = { id: 'a', name: 'accept', words: 'accepted', by: 'Ana Ruiz', is_mine: false, at } as const;
    if (who.includes('colleague'))
      Object.assign(server.state.rows[0]!, {
        place: 'answered',
        answer: { ...answer, leaves_at: at, left_at: null, voided: null },
        version: '2',
      });
    else server.state.rows.shift();
    server.state.version += 1;
    await act(() => store.dispatch(inboxApi.util.invalidateTags(['Inbox'])));
    await screen.findByText(`${says} What you wrote is kept here.`);

    // The same field, with all that is typed on, and nothing that sends.
    await user.keyboard('oan and a dog{Control>}{Enter}{/Control}');
    expect(screen.getByLabelText(/In your own words/)).toBe(words);
    expect([document.activeElement, words.value]).toEqual([words, 'Sorry, Joan and a dog']);
    const send = await button('Decline and refund $40.00');
    expect(send.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(send.getAttribute('aria-describedby')!)?.textContent).toBe(
      `${says} This cannot be sent any more. You can still copy what you wrote.`,
    );
    await user.click(send);
    await user.click(await button('Offer other times instead'));
    expect(server.state.bodies).toEqual([]);
    expect(screen.getByLabelText(/In your own words/)).toBe(words);

    // Folded by hand, it gives the whole item back.
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: /^Decline/ })).toBeNull();
    expect(document.activeElement).toBe(await heading('Pepper'));
    expect(screen.getByText(/What you wrote is kept here\. .*Joan and a dog/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(selectDraft(store.getState(), 'request-1')).toMatchObject({ words: 'Sorry, Joan and a dog' });
  });

  it('calls a colleague without a name by one name everywhere', async () => {
    server.state.rows = [
      rowOf({
        presence: [{ person_id: 'bob', name: 'bob@oak.example', is_answering: true, since: '2026-11-23T14:40:00Z' }],
      }),
    ];
    renderItem(server.base);
    await button('Accept');
    expect(screen.getByText('Bob is answering this')).toBeTruthy();
    expect(screen.getByText(/If Bob answers first/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('bob@');
  });

  it('says that another time was promised by the link meanwhile, also over an open tray', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d');
    await screen.findByRole('heading', { level: 3, name: /Decline/ });
    Object.assign(server.state.rows[0]!, { is_promised: true, version: String(++server.state.version) });
    await store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId: 'oak' }, { forceRefetch: true }));
    expect(await screen.findByText(/Somebody said by the link .* another time will be offered/)).toBeTruthy();
  });

  it('turns quiet while a colleague answers', async () => {
    server.state.rows = [
      rowOf({ presence: [{ person_id: 'ana', name: 'Ana Ruiz', is_answering: true, since: '2026-11-23T14:40:00Z' }] }),
    ];
    renderItem(server.base);
    const accept = await button('Accept');
    expect(screen.getByText('Ana is answering this')).toBeTruthy();
    expect(accept.dataset['kind']).toBe('quiet');
    await user.click(await button('Answer it myself'));
    expect((await button('Accept')).dataset['kind']).toBe('filled');
    // The button goes with the sentence, the focus does not.
    expect(document.activeElement).toBe(await heading('Pepper'));
  });

  it.each(['Answer it myself', 'Accept'])('keeps the focus where a colleague answers first: %s', async (name) => {
    const presence = [{ person_id: 'ana', name: 'Ana Ruiz', is_answering: true, since: '2026-11-23T14:40:00Z' }];
    server.state.rows = [rowOf({ presence })];
    const store = renderItem(server.base);
    (await button(name)).focus();
    const at = '2026-11-23T14:44:00Z';
    const answer = { id: 'a', name: 'accept', words: 'accepted', by: 'Ana Ruiz', is_mine: false, at } as const;
    Object.assign(server.state.rows[0]!, {
      place: 'answered',
      answer: { ...answer, leaves_at: at, left_at: null, voided: null },
      presence: [],
      version: String(++server.state.version),
    });
    await act(() => store.dispatch(inboxApi.util.invalidateTags(['Inbox'])));
    await screen.findByText(/Ana: accepted/);
    expect(document.activeElement).toBe(await heading('Pepper'));
  });

  it('keeps the focus in the tray, where a button in it goes', async () => {
    const store = renderItem(server.base);
    await button('Accept');
    await user.keyboard('d');
    (await button('Offer other times instead')).focus();
    server.state.actions = (actions) => actions.filter(({ tray }) => tray !== 'offer');
    Object.assign(server.state.rows[0]!, { version: String(++server.state.version) });
    await act(() => store.dispatch(inboxApi.util.invalidateTags(['Inbox'])));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Offer other times instead' })).toBeNull());
    const title = await screen.findByRole('heading', { level: 3, name: /^Decline/ });
    expect(document.activeElement).toBe(title);
    // It is read there, and Enter is not meant for the answer.
    await user.keyboard('1');
    await unlocked('Decline and refund $40.00');
    act(() => title.focus());
    await user.keyboard('{Enter}');
    expect(server.state.bodies).toEqual([]);
  });
});
