// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deskForEach, renderDesk } from './deskSupport';

const server = deskForEach();
// As where another release has taken the place of the one that the page is of.
vi.mock('../../../src/desk/staff/Members', () => {
  throw new Error('404');
});

const user = userEvent.setup();

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

it('replaces nothing else: the rail stays, and what can be taken back', { timeout: 40_000 }, async () => {
  renderDesk(server.base);
  await screen.findByRole('button', { name: 'Accept' });
  await user.keyboard('a');
  await screen.findByText(/told in \d+ s/);
  await user.click(screen.getByRole('link', { name: 'Staff' }));
  expect(await screen.findByText(/^This part did not load\./, {}, { timeout: 20_000 })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Staff' })).toBeTruthy();
  expect(screen.getByText(/told in \d+ s/)).toBeTruthy();
  await user.keyboard('u');
  expect(await screen.findByRole('heading', { level: 2, name: 'Pepper' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/told in \d+ s/)).toBeNull());
});
