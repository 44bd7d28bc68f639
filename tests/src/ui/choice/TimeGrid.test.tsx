// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TimeGrid, type TimeSlot } from '../../../../src/ui/choice/TimeGrid';

afterEach(cleanup);

const slot = (label: string, state?: TimeSlot['state']): TimeSlot => ({ value: label, label, state });

function setUp(times: TimeSlot[]) {
  const onChoose = vi.fn();
  render(
    <TimeGrid
      label="Times on Wed Nov 25, 2026"
      times={times}
      onChoose={onChoose}
      goneText="no longer available"
      heldText="held for you"
    />,
  );
  return onChoose;
}

describe('TimeGrid', () => {
  it('chooses an open time and says which is held and which is gone', async () => {
    const onChoose = setUp([slot('8:30am'), slot('9:00am', 'held'), slot('9:45am', 'gone')]);
    await userEvent.click(screen.getByRole('button', { name: '8:30am' }));
    expect(onChoose.mock.calls).toEqual([['8:30am']]);
    expect(screen.getByRole('button', { name: /9:00am.*held for you/, pressed: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /9:45am.*no longer available/ }));
    expect(onChoose).toHaveBeenCalledOnce();
  });

  it('takes no second choice while one is being asked for', async () => {
    const onChoose = setUp([slot('8:30am', 'pending'), slot('9:00am')]);
    await userEvent.click(screen.getByRole('button', { name: '9:00am' }));
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('moves by rows of three with the arrows', async () => {
    setUp(['1', '2', '3', '4', '5'].map((label) => slot(label)));
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('5');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('2');
  });
});
