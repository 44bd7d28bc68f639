// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../../../../src/ui/actions/Button';
import { Checkbox } from '../../../../src/ui/fields/Checkbox';
import { ChoiceRow } from '../../../../src/ui/choice/ChoiceRow';
import { TextArea } from '../../../../src/ui/fields/TextArea';
import { TextField } from '../../../../src/ui/fields/TextField';

afterEach(cleanup);
const nothing = () => undefined;
const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

describe('ChoiceRow', () => {
  const options = [
    { value: '1', label: 'Wellness exam, 30 min' },
    { value: '2', label: 'Dental cleaning, 60 min' },
  ];

  it('is a native select named by its label and described by its facts', async () => {
    const onChange = vi.fn();
    render(
      <ChoiceRow
        label="Appointment type"
        value="1"
        options={options}
        onChange={onChange}
        placeholder="Choose"
        meta="30 min, $68.00"
      />,
    );
    const select = screen.getByRole('combobox', { name: 'Appointment type' });
    expect(described(select)).toEqual(['30 min, $68.00']);
    await userEvent.selectOptions(select, 'Dental cleaning, 60 min');
    expect(onChange).toHaveBeenCalledWith('2');
  });

  it('offers its placeholder while nothing is chosen, and only then', () => {
    const { rerender } = render(
      <ChoiceRow label="Species" value="" options={options} onChange={nothing} placeholder="Choose a species" />,
    );
    expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.textContent).toBe('Choose a species');
    rerender(
      <ChoiceRow label="Species" value="2" options={options} onChange={nothing} placeholder="Choose a species" />,
    );
    expect(screen.getAllByRole('option')).toHaveLength(2);
  });
});

describe('fields', () => {
  it('ties error and hint to the control', () => {
    render(
      <TextField
        label="Email"
        value="riley"
        onChange={nothing}
        error="Please enter a valid email"
        hint="For your confirmation."
      />,
    );
    const input = screen.getByRole('textbox', { name: 'Email' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(described(input)).toEqual(['Please enter a valid email', 'For your confirmation.']);
  });

  it('is not invalid without an error', () => {
    render(<TextField label="Email" value="" onChange={nothing} error={null} />);
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByRole('textbox').getAttribute('aria-describedby')).toBeNull();
  });

  it('counts only near the limit', () => {
    const { rerender } = render(<TextArea label="Note" value={'x'.repeat(399)} onChange={nothing} maxLength={500} />);
    expect(screen.queryByText('399/500')).toBeNull();
    rerender(<TextArea label="Note" value={'x'.repeat(400)} onChange={nothing} maxLength={500} />);
    expect(screen.getByText('400/500')).toBeTruthy();
  });

  it('ticks by its words', async () => {
    function Held() {
      const [checked, setChecked] = useState(false);
      return (
        <Checkbox checked={checked} onChange={setChecked}>
          I confirm that this is only one pet
        </Checkbox>
      );
    }
    render(<Held />);
    await userEvent.click(screen.getByText('I confirm that this is only one pet'));
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'I confirm that this is only one pet' }).checked,
    ).toBe(true);
  });
});

describe('Button', () => {
  it('locked with a reason: reachable, described, without effect', async () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" onClick={onClick} reason="You're offline. Connect to the internet to do this.">
          Send
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Send' });
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    expect(described(button)).toEqual(["You're offline. Connect to the internet to do this."]);
    await userEvent.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('busy: keeps focus, ignores presses', async () => {
    const onClick = vi.fn();
    render(
      <Button busy onClick={onClick}>
        Send
      </Button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(onClick).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });
});
