// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { matching, PickerField } from '../../../../src/ui/fields/PickerField';

const breeds = ['Beagle', 'Border Collie', 'Bearded Collie', 'Labrador Retriever', 'Golden Retriever', 'Löwchen'];

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Picker({ onSubmit = () => undefined }: { onSubmit?: () => void }) {
  const [value, setValue] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <PickerField
        label="Breed"
        value={value}
        onChange={setValue}
        options={breeds}
        noneText="None"
        moreText="More"
        countText={(count) => `${count} breeds`}
      />
    </form>
  );
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Breed' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

it('finds words by their beginning before their middle, whatever the accents', () => {
  expect(matching(breeds, 'coll')).toEqual(['Border Collie', 'Bearded Collie']);
  expect(matching(breeds, 're')).toEqual(['Labrador Retriever', 'Golden Retriever']);
  expect(matching(breeds, 'lo')).toEqual(['Löwchen']);
  expect(matching(breeds, 'e')).toHaveLength(6);
  expect(matching(breeds, 'beagle')).toEqual(breeds);
  expect(matching(breeds, 'cat')).toEqual([]);
});

it('is used by keyboard alone: type, arrows, Enter; and Enter sends the form only when the list is closed', async () => {
  const user = userEvent.setup({ delay: null });
  const onSubmit = vi.fn();
  render(<Picker onSubmit={onSubmit} />);
  await user.tab();
  await user.keyboard('coll');
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect(options()).toEqual(['Border Collie', 'Bearded Collie']);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const active = field().getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.textContent).toBe('Bearded Collie');
  await user.keyboard('{Enter}');
  expect(field().value).toBe('Bearded Collie');
  expect(options()).toEqual([]);
  expect(onSubmit).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('is used by tapping, and shows all again to change one’s mind', async () => {
  const user = userEvent.setup({ delay: null });
  render(<Picker />);
  await user.click(field());
  await user.click(screen.getByRole('option', { name: 'Beagle' }));
  expect(field().value).toBe('Beagle');
  expect(document.activeElement).toBe(field());
  await user.click(field());
  expect(options()).toHaveLength(breeds.length);
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
});

it('says how many match and that nothing does', async () => {
  const user = userEvent.setup({ delay: null });
  render(<Picker />);
  await user.type(field(), 'coll');
  expect(screen.getByRole('status').textContent).toBe('2 breeds');
  await user.type(field(), 'x');
  expect(screen.getByText('None')).toBeTruthy();
});
