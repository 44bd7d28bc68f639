// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react';
import { StrictMode, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useHistoryTrap } from '../../../../src/features/booking/historyTrap';

/** What the page under the trap does: `back` is what a browser back comes to there. */
type Page = { set: (isSet: boolean) => void; enter: () => void; back: () => void; isClear: boolean };
let page: Page;
const backs = vi.fn();

function Booking() {
  const [isSet, set] = useState(false);
  const [entered, setEntered] = useState(1);
  const isClear = useHistoryTrap(isSet, entered, () => {
    backs();
    page.back();
  });
  useEffect(() => {
    page = { ...page, set, enter: () => setEntered((count) => count + 1), isClear };
  }, [isClear]);
  return null;
}

const isOnTrap = () => (history.state as { usr?: { trap?: boolean } | null } | null)?.usr?.trap === true;
const onTrap = () => waitFor(() => expect(isOnTrap()).toBe(true));
/** The browser's back button, until the page has dealt with it. */
async function browserBack() {
  const count = backs.mock.calls.length;
  history.back();
  await waitFor(() => expect(location.pathname === '/before' || backs.mock.calls.length > count).toBe(true));
}

beforeEach(() => {
  backs.mockClear();
  page = { set: () => undefined, enter: () => undefined, back: () => undefined, isClear: true };
  history.pushState(null, '', '/before');
  history.pushState(null, '', '/oakwood?utm_source=mail');
  render(
    <StrictMode>
      <BrowserRouter>
        <Routes>
          <Route path="/oakwood" element={<Booking />} />
          <Route path="/before" element={<p>before</p>} />
        </Routes>
      </BrowserRouter>
    </StrictMode>,
  );
});
afterEach(cleanup);

describe('the history’s trap (FLOW-20)', () => {
  it('is there again after every browser back that changes nothing, in the same entry', async () => {
    page.set(true);
    await onTrap();
    const { length } = history;
    for (let count = 1; count <= 5; count += 1) {
      await browserBack();
      await onTrap();
      expect(backs).toHaveBeenCalledTimes(count);
      expect([location.pathname + location.search, history.length]).toEqual(['/oakwood?utm_source=mail', length]);
    }
  });

  it('is there again after a back that went a step back', async () => {
    page.set(true);
    await onTrap();
    page.back = () => page.enter();
    for (let count = 1; count <= 3; count += 1) {
      await browserBack();
      await onTrap();
    }
    expect(backs).toHaveBeenCalledTimes(3);
    expect(location.pathname).toBe('/oakwood');
  });

  it('stays away where the step back traps nothing, and the next one leaves', async () => {
    page.set(true);
    await onTrap();
    page.back = () => {
      page.set(false);
      page.enter();
    };
    await browserBack();
    await waitFor(() => expect(page.isClear).toBe(true));
    expect([location.pathname, isOnTrap()]).toEqual(['/oakwood', false]);
    await browserBack();
    expect(location.pathname).toBe('/before');
    expect(backs).toHaveBeenCalledTimes(1);
  });

  it('gets out of the way of a step that traps nothing, and over the next that does', async () => {
    page.set(true);
    await onTrap();
    page.set(false);
    page.enter();
    await waitFor(() => expect(isOnTrap()).toBe(false));
    page.set(true);
    page.enter();
    await onTrap();
    await browserBack();
    await onTrap();
    expect(backs).toHaveBeenCalledTimes(1);
  });
});
