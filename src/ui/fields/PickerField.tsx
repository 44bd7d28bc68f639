import { useEffect, useId, useRef, useState, type HTMLInputAutoCompleteAttribute, type KeyboardEvent } from 'react';
import { FieldFrame, useField, type FieldProps } from './FieldFrame';
import { PickIcon } from '../icons/booking';
import * as field from './Field.module.css';
import * as common from '../layout/common.module.css';
import * as css from './PickerField.module.css';

export interface PickerFieldProps extends FieldProps {
  /** The field's text: an option, or the beginning of one during a search. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onFocus?: (() => void) | undefined;
  options: readonly string[];
  placeholder?: string | undefined;
  /** The text instead of the list when nothing matches. */
  noneText: string;
  /** The last line of a list with more matches than are shown. */
  moreText: string;
  /** Returns the text that is read with the list: how many options match. */
  countText: (count: number) => string;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  required?: boolean | undefined;
}

/** How many options are shown at most; typing reduces a longer list. */
const most = 50;
const plain = (text: string): string => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Returns the options with a word that begins with the text, then those that contain it elsewhere; all options for an
 * empty text or a complete option.
 */
export function matching(options: readonly string[], text: string): readonly string[] {
  const wanted = plain(text);
  if (wanted === '' || options.some((option) => plain(option) === wanted)) return options;
  const begins = (option: string) => ` ${plain(option).replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${wanted}`);
  const holds = options.filter((option) => plain(option).includes(wanted));
  return [...holds.filter(begins), ...holds.filter((option) => !begins(option))];
}

/** Shows a text field with a long list: typing searches, arrow keys and taps choose (ARIA's combobox pattern). */
export function PickerField({
  label,
  mark,
  hint,
  error,
  value,
  onChange,
  onBlur,
  onFocus,
  options,
  noneText,
  moreText,
  countText,
  required,
  ...rest
}: PickerFieldProps) {
  const { id, aria } = useField({ hint, error });
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = matching(options, value);
  const shown = found.slice(0, most);
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    if (isOpen && active >= 0)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen, active]);

  const open = () => {
    if (isOpen) return;
    setOpen(true);
    // An on-screen keyboard leaves room for the list only when the field is at the top.
    if (matchMedia('(pointer: coarse)').matches) input.current?.scrollIntoView?.({ block: 'start' });
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: string) => {
    onChange(option);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      open();
      if (shown.length > 0)
        setActive((at) => (at < 0 && step < 0 ? shown.length - 1 : (at + step + shown.length) % shown.length));
    } else if (event.key === 'Enter' && isOpen) {
      // While the list is open, Enter chooses an option and must not submit the form.
      event.preventDefault();
      const option = shown[active];
      if (option === undefined) close();
      else choose(option);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };

  return (
    <FieldFrame id={id} label={label} mark={mark} hint={hint} error={error}>
      <input
        {...rest}
        {...aria}
        ref={input}
        type="text"
        className={`${field.input} ${css.picker}`}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
        aria-required={required || undefined}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setActive(-1);
          open();
        }}
        onClick={open}
        onFocus={onFocus}
        onBlur={() => {
          close();
          onBlur?.();
        }}
        onKeyDown={press}
      />
      <PickIcon size={20} />
      {isOpen && (
        <div className={css.sheet}>
          {/* A press in the list must not move focus out of the field. */}
          <div
            ref={list}
            id={listId}
            role="listbox"
            tabIndex={-1}
            aria-label={label}
            className={css.list}
            onMouseDown={(event) => event.preventDefault()}
          >
            {shown.map((option, index) => (
              <button
                key={option}
                id={optionId(index)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={plain(option) === plain(value) ? `${css.option} ${css.optionOwn}` : css.option}
                onClick={() => choose(option)}
              >
                {option}
              </button>
            ))}
          </div>
          {found.length === 0 && <p className={css.note}>{noneText}</p>}
          {found.length > most && <p className={css.note}>{moreText}</p>}
        </div>
      )}
      <span className={common.vh} role="status">
        {isOpen ? countText(found.length) : ''}
      </span>
    </FieldFrame>
  );
}
