// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { later } from '../../../src/desk/later';

afterEach(() => void vi.restoreAllMocks());

it('leads back to the list, which an item covers on a phone', { timeout: 40_000 }, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Lost = later<{ onOpen: (itemId: null) => void }>(() => Promise.reject(new Error('404')));
  const onOpen = vi.fn();
  render(<Lost onOpen={onOpen} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the list' }, { timeout: 20_000 }));
  expect(onOpen.mock.calls).toEqual([[null]]);
});
