// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock, HoldTimer, type HoldTimerProps } from '../../../../src/ui/feedback/HoldTimer';
import { announce } from '../../../../src/ui/behaviour/announce';
import { Toaster } from '../../../../src/ui/feedback/Toaster';

const START = Date.parse('2026-11-21T15:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => {
  cleanup();
  vi.advanceTimersByTime(1000);
  document.querySelector('body > [role=log]')?.remove();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const heard = (host: Element = document.body) =>
  [...host.querySelectorAll(':scope > [role=log] > p')].map((line) => line.textContent);

describe('Toaster', () => {
  it('shows a message for its duration, and keeps its words for assistive technology', () => {
    function Held() {
      const [messages, setMessages] = useState([{ id: '1', text: 'Email sent' }]);
      return (
        <Toaster
          messages={messages}
          duration={2000}
          onGone={(id) => setMessages((all) => all.filter((each) => each.id !== id))}
        />
      );
    }
    const { container } = render(<Held />);
    const shown = () => container.querySelector('[data-part=toast]');
    pass(1999);
    expect(shown()?.textContent).toBe('Email sent');
    pass(1);
    expect(shown()).toBeNull();
    expect(heard()).toEqual(['Email sent']);
  });
});

describe('HoldTimer', () => {
  const hold = (props: Partial<HoldTimerProps> = {}) => (
    <HoldTimer
      caption="Held for you"
      when="Wed Nov 25, 2026, 10:30am"
      deadline={START + 600_000}
      total={600_000}
      urgent={60_000}
      now={Date.now}
      {...props}
    />
  );
  const left = () => screen.getByRole('timer').textContent;

  it('counts to an absolute instant, also over a sleep', () => {
    render(hold());
    expect(left()).toBe('10:00');
    pass(14_000);
    expect(left()).toBe('9:46');
    vi.setSystemTime(START + 400_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(left()).toBe('3:20');
  });

  it('becomes urgent and offers the extension in its last minute, and expires once', () => {
    const onExtend = vi.fn();
    const onExpire = vi.fn();
    const { container } = render(hold({ extend: { text: 'Keep it 10 more minutes', onExtend }, onExpire }));
    pass(539_000);
    expect(container.querySelector('[data-urgent]')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    pass(1000);
    expect(container.querySelector('[data-urgent]')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Keep it 10 more minutes' }));
    expect(onExtend).toHaveBeenCalledOnce();
    expect(onExpire).not.toHaveBeenCalled();
    pass(90_000);
    expect(left()).toBe('0:00');
    expect(onExpire).toHaveBeenCalledOnce();
  });

  /** All that is said while so many seconds pass. */
  const saidIn = (seconds: number) => {
    const said: (string | null)[] = [];
    const watch = new MutationObserver(() => undefined);
    watch.observe(document.body, { childList: true, subtree: true });
    for (let second = 0; second < seconds; second += 1) pass(1000);
    for (const { addedNodes } of watch.takeRecords())
      for (const node of addedNodes) if (node instanceof HTMLParagraphElement) said.push(node.textContent);
    return said;
  };
  it('says why it cannot be kept now, by its button and by Alt+K, and keeps nothing', () => {
    const onExtend = vi.fn();
    const reason = "You're offline. Connect to the internet to do this.";
    render(hold({ extend: { text: 'Keep it 10 more minutes', onExtend, reason } }));
    pass(541_000);
    const keep = screen.getByRole('button', { name: 'Keep it 10 more minutes' });
    expect(keep.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(keep.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
    fireEvent.keyDown(document.body, { code: 'KeyK', altKey: true });
    expect(saidIn(1)).toEqual(['1 minute left', reason]);
    expect(onExtend).not.toHaveBeenCalled();
  });

  const start = 'Held for you Wed Nov 25, 2026, 10:30am, 10 minutes left';

  it('speaks of its start, at five, two and one minute and half of one, not each second', () => {
    render(hold());
    expect(saidIn(600)).toEqual([start, '5 minutes left', '2 minutes left', '1 minute left', '30 seconds left']);
  });

  it('says that the time can be kept, keeps it by Alt+K, and says that it is kept', () => {
    function Kept() {
      const [isKept, setKept] = useState(false);
      const extend = isKept ? null : { text: 'Keep it 10 more minutes', onExtend: () => setKept(true) };
      return hold({ extend, deadline: START + (isKept ? 1_200_000 : 600_000), total: isKept ? 1_200_000 : 600_000 });
    }
    const alt = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, { code: 'KeyK', altKey: true, ...init });
    const { container } = render(<Kept />);
    alt({});
    pass(300);
    expect(left()).toBe('10:00');
    expect(saidIn(545).slice(-1)).toEqual([
      '1 minute left. Keep it 10 more minutes: press Alt+K, or the button at the top',
    ]);
    alt({ altKey: false });
    alt({ ctrlKey: true });
    expect(screen.getByRole('button')).toBeTruthy();
    screen.getByRole('button').focus();
    alt({});
    expect(screen.queryByRole('button')).toBeNull();
    expect(container.querySelector('[data-part=hold]')).toBe(document.activeElement);
    expect(saidIn(1)).toEqual(['Kept longer, 11 minutes left']);
    alt({});
    expect(saidIn(1)).toEqual([]);
  });

  it('follows a new deadline', () => {
    const { rerender } = render(hold());
    pass(590_000);
    rerender(hold({ deadline: START + 1_200_000 }));
    expect(left()).toBe('10:10');
  });

  it('is a button back when it leads somewhere', () => {
    const onOpen = vi.fn();
    render(hold({ onOpen, openText: 'Back to the form' }));
    fireEvent.click(screen.getByRole('button', { name: /Held for you.*10:30am.*Back to the form/ }));
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('shows a begun second whole', () => {
    expect([600_000, 586_001, 1, 0].map(clock)).toEqual(['10:00', '9:47', '0:01', '0:00']);
  });
});

describe('Toaster and dialogs', () => {
  it('speaks inside an open modal dialog, which silences everything else, and outside after it has closed', () => {
    const dialog = document.createElement('dialog');
    dialog.open = true;
    document.body.append(dialog);
    const toasts = (...texts: string[]) => (
      <Toaster messages={texts.map((text) => ({ id: text, text }))} duration={2000} onGone={() => undefined} />
    );
    const { rerender } = render(toasts('Oops!'));
    pass(200);
    expect([heard(dialog), heard()]).toEqual([['Oops!'], []]);
    act(() => void dialog.dispatchEvent(new Event('close')));
    dialog.open = false;
    rerender(toasts('Oops!', 'Sent'));
    pass(200);
    expect([heard(dialog), heard()]).toEqual([['Oops!'], ['Sent']]);
    dialog.remove();
  });
});

describe('announce', () => {
  it('says every text in its order, one that is repeated too, and keeps the last three', () => {
    announce('one');
    pass(150);
    announce('two');
    announce('two');
    pass(50);
    expect(heard()).toEqual(['one', 'two', 'two']);
    announce('');
    announce('three');
    pass(100);
    expect(heard()).toEqual(['two', 'two', 'three']);
  });
});
