// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../../../../src/ui/actions/Button';
import { CodeInput } from '../../../../src/ui/fields/CodeInput';
import { ONE_MOMENT, tellBusy } from '../../../../src/ui/behaviour/tellBusy';

beforeAll(tellBusy);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  for (const region of document.querySelectorAll('[role=log]')) region.remove();
});

const controls = {
  'a button': (busy: boolean) => <Button busy={busy}>Continue</Button>,
  'a code': (busy: boolean) => (
    <CodeInput label="Code" value="123456" onChange={() => {}} readPaste={() => null} busy={busy} />
  ),
};
/** What was said until `ms` after the control became busy, which it stopped being after `busyMs`. */
async function said(control: (busy: boolean) => React.ReactNode, ms: number, busyMs = Infinity): Promise<string> {
  const { rerender } = render(control(false));
  rerender(control(true));
  await act(() => vi.advanceTimersByTimeAsync(Math.min(ms, busyMs)));
  if (ms > busyMs) {
    rerender(control(false));
    await act(() => vi.advanceTimersByTimeAsync(ms - busyMs));
  }
  return document.querySelector('[role=log]')?.textContent ?? '';
}

describe.each(Object.entries(controls))('%s', (_, control) => {
  it('that is busy for a while is told of, once', async () => {
    expect(await said(control, 5_000)).toBe(ONE_MOMENT);
  });

  it('that is busy for a moment is not', async () => {
    expect(await said(control, 5_000, 300)).toBe('');
  });

  it('that is busy from the start says so in its own words, or not', async () => {
    render(control(true));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(document.querySelector('[role=log]')).toBeNull();
  });
});
