// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateStrip, type DateStripProps, type DateTile } from '../../../../src/ui/choice/DateStrip';

afterEach(cleanup);

const tile = (day: number, heading = 'November', minutes = [540, 900]): DateTile => ({
  value: `2026-11-${day}`,
  weekday: 'Wed',
  day: String(day),
  heading,
  label: `Wed Nov ${day}, 2026, ${minutes.length} openings`,
  count: minutes.length,
  unit: 'openings',
  minutes,
});

function setUp(props: Partial<DateStripProps> = {}) {
  const onMore = vi.fn();
  const chosen: string[] = [];
  function Held() {
    const [value, setValue] = useState('2026-11-25');
    const choose = (next: string) => {
      chosen.push(next);
      setValue(next);
    };
    return (
      <DateStrip
        label="Date"
        dates={[tile(24), tile(25), tile(30, 'December')]}
        value={value}
        onChange={choose}
        moreText="Load more"
        noMoreText="no more dates"
        more="ready"
        onMore={onMore}
        {...props}
      />
    );
  }
  render(<Held />);
  return { chosen, onMore };
}

describe('DateStrip', () => {
  it('is a radio group whose radios say date and openings', () => {
    setUp();
    expect(screen.getByRole('radiogroup', { name: 'Date' })).toBeTruthy();
    expect(screen.getByRole('radio', { checked: true }).getAttribute('aria-label')).toBe(
      'Wed Nov 25, 2026, 2 openings',
    );
  });

  it('has one tab stop and moves with arrows, Home and End in a ring', async () => {
    const { chosen } = setUp();
    expect(screen.getAllByRole('radio').map((radio) => radio.tabIndex)).toEqual([-1, 0, -1]);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{Home}{End}');
    expect(chosen).toEqual(['2026-11-30', '2026-11-24', '2026-11-30', '2026-11-24', '2026-11-30']);
    expect(document.activeElement).toBe(screen.getByRole('radio', { checked: true }));
    expect(screen.getByRole('heading').textContent).toBe('December');
  });

  it('draws a bar for each opening and noon', () => {
    setUp({ dates: [tile(25, 'November', [480, 720, 1020])] });
    const [noon, bars] = screen.getByRole('radio').querySelectorAll('path');
    expect(noon?.getAttribute('d')).toBe('M2 19.8h26');
    expect(bars?.getAttribute('d')).toBe('M5 2h20M5 19.8h20M5 42h20');
  });

  it('asks for more, and says when there are none', async () => {
    const { onMore } = setUp();
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(onMore).toHaveBeenCalledOnce();
    cleanup();
    const none = setUp({ more: 'none' });
    const button = screen.getByRole('button', { name: 'no more dates' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(none.onMore).not.toHaveBeenCalled();
  });
});
