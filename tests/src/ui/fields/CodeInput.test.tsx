// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CodeInput } from '../../../../src/ui/fields/CodeInput';

afterEach(cleanup);

/** VERIF-05: six digits, or seven characters with one hyphen. */
const readPaste = (text: string) => (/^\d{6}$|^\d{3}-\d{3}$/.test(text) ? text.replace('-', '') : null);

function setUp(props: Partial<Parameters<typeof CodeInput>[0]> = {}) {
  const onComplete = vi.fn();
  function Held() {
    const [value, setValue] = useState('');
    return (
      <CodeInput
        label="6-digit code"
        value={value}
        onChange={setValue}
        onComplete={onComplete}
        readPaste={readPaste}
        {...props}
      />
    );
  }
  render(<Held />);
  return { onComplete, input: screen.getByLabelText<HTMLInputElement>('6-digit code') };
}

describe('CodeInput', () => {
  it('takes digits only and reports the code once', async () => {
    const { input, onComplete } = setUp();
    await userEvent.type(input, '4a0-7 118');
    expect(input.value).toBe('407118');
    await userEvent.type(input, '9');
    expect(onComplete.mock.calls).toEqual([['407118']]);
  });

  it('reports again after a correction', async () => {
    const { input, onComplete } = setUp();
    await userEvent.type(input, '407118{Backspace}9');
    expect(onComplete.mock.calls).toEqual([['407118'], ['407119']]);
  });

  it.each(['{Delete}', '{Backspace}'])('is emptied by %s once all of it is selected', async (key) => {
    const { input } = setUp();
    await userEvent.type(input, '4071');
    input.setSelectionRange(0, 4);
    fireEvent.select(input);
    await userEvent.keyboard(key);
    expect(input.value).toBe('');
  });

  it.each([
    ['407118', '407118'],
    ['407-118', '407118'],
    ['4071', ''],
    ['your code is 407118', ''],
  ])('pastes %j as %j', async (text, value) => {
    const { input } = setUp();
    await userEvent.click(input);
    await userEvent.paste(text);
    expect(input.value).toBe(value);
  });

  it('takes a whole code from autofill', () => {
    const { input, onComplete } = setUp();
    fireEvent.change(input, { target: { value: '407118' } });
    expect(onComplete).toHaveBeenCalledWith('407118');
  });

  it('is one numeric field that names its error', () => {
    const { input } = setUp({ error: 'Please enter the code that was sent to you.' });
    expect(input.inputMode).toBe('numeric');
    expect(input.autocomplete).toBe('one-time-code');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Please enter the code that was sent to you.',
    );
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
  });
});
