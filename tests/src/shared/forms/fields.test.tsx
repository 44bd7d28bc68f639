// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import * as fc from 'fast-check';
import { Profiler } from 'react';
import { Form } from 'react-final-form';
import { afterEach, describe, expect, it } from 'vitest';
import { FormText } from '../../../../src/shared/forms/fields';

afterEach(cleanup);

const names = ['first', 'second'] as const;
type Name = (typeof names)[number];

/** A form of two fields that must be told, and of which 'x' is wrong; its submission ends when `end` is called. */
function show() {
  let end = () => {};
  const drawn: Record<Name, number> = { first: 0, second: 0 };
  const validate = (values: Partial<Record<Name, string>>) =>
    Object.fromEntries(
      names.flatMap((name) => {
        if (!values[name]) return [[name, `${name} is required`]];
        return values[name].includes('x') ? [[name, `${name} is wrong`]] : [];
      }),
    );
  render(
    <Form
      onSubmit={() => new Promise<void>((resolve) => (end = resolve))}
      validate={validate}
      subscription={{}}
      render={({ handleSubmit }) => (
        <form aria-label="All" noValidate onSubmit={(event) => void handleSubmit(event)}>
          {names.map((name) => (
            <Profiler key={name} id={name} onRender={() => void (drawn[name] += 1)}>
              <FormText name={name} label={name} />
            </Profiler>
          ))}
        </form>
      )}
    />,
  );
  const field = (name: Name) => screen.getByRole<HTMLInputElement>('textbox', { name });
  return {
    drawn,
    field,
    said: (name: Name) =>
      document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent ?? '',
    submit: () => act(async () => void fireEvent.submit(screen.getByRole('form'))),
    end: () => act(async () => end()),
  };
}

type Step = { name: Name } & ({ kind: 'enter' | 'leave' | 'submit' } | { kind: 'type'; text: string });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('enter', 'leave', 'submit'), name: fc.constantFrom(...names) }),
  fc.record({
    kind: fc.constant('type' as const),
    name: fc.constantFrom(...names),
    text: fc.constantFrom('', 'a', 'ax'),
  }),
);

describe('a field of a form', () => {
  it('says a wrong value once it was left, and a missing one once the form was refused, whatever came between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        cleanup();
        const form = show();
        const model = { first: { text: '', left: false }, second: { text: '', left: false } };
        const errorOf = (name: Name) => {
          const { text } = model[name];
          if (text === '') return `${name} is required`;
          return text.includes('x') ? `${name} is wrong` : '';
        };
        let isRefused = false;
        for (const each of steps) {
          const of = model[each.name];
          if (each.kind === 'enter') fireEvent.focus(form.field(each.name));
          if (each.kind === 'leave') {
            fireEvent.blur(form.field(each.name));
            of.left = true;
          }
          if (each.kind === 'type') {
            fireEvent.change(form.field(each.name), { target: { value: each.text } });
            of.text = each.text;
          }
          if (each.kind === 'submit') {
            await form.submit();
            await form.end();
            isRefused = names.some((name) => errorOf(name) !== '');
            for (const name of names) model[name].left = true;
          }
          for (const name of names) {
            const { text, left } = model[name];
            expect(form.said(name)).toBe(isRefused || (left && text !== '') ? errorOf(name) : '');
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is drawn neither for focus, nor where it is right and left, nor while the form is submitted', async () => {
    const form = show();
    for (const name of names) fireEvent.change(form.field(name), { target: { value: 'a' } });
    const before = { ...form.drawn };
    fireEvent.focus(form.field('first'));
    fireEvent.blur(form.field('first'));
    await form.submit();
    expect(form.drawn).toEqual(before);
    await form.end();
    fireEvent.change(form.field('first'), { target: { value: 'ax' } });
    expect(form.drawn.first).toBeGreaterThan(before.first);
    expect(form.said('first')).toBe('first is wrong');
  });
});
