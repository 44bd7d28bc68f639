// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock, HoldTimer, type HoldTimerProps } from '../../../../src/ui/feedback/HoldTimer';
import { Toaster } from '../../../../src/ui/feedback/Toaster';

const START = Date.parse('2026-11-21T15:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

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
    expect(screen.getByRole('status').textContent).toBe('Email sent');
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

  it('speaks at five, two and one minute and half of one, not each second', () => {
    render(hold());
    const said = new Set<string>();
    for (let second = 0; second < 600; second += 1) {
      pass(1000);
      said.add(screen.getByRole('status').textContent ?? '');
    }
    expect([...said]).toEqual(['', '5 minutes left', '2 minutes left', '1 minute left', '30 seconds left']);
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
  it('speaks inside an open modal dialog, which silences everything else, and moves out when it closes', () => {
    const dialog = document.createElement('dialog');
    dialog.open = true;
    document.body.append(dialog);
    render(<Toaster messages={[{ id: '1', text: 'Oops!' }]} duration={2000} onGone={() => undefined} />);
    pass(100);
    expect(dialog.querySelector('[role=status]')?.textContent).toBe('Oops!');
    act(() => void dialog.dispatchEvent(new Event('close')));
    pass(100);
    expect(dialog.querySelector('[role=status]')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Oops!');
    dialog.remove();
  });
});
