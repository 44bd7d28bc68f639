/** What the page shows, read from its elements alone, as an owner would read it. */

export type Row = { value: string; label: string; options: { value: string; label: string }[]; isLocked: boolean };
export type HeldShown = { when: string; left: number; canExtend: boolean };
export type VisitShown = {
  kind: 'appointment';
  species: Row;
  type: Row;
  clinician: Row | null;
  dropoff: { isTicked: boolean; isLocked: boolean } | null;
  /** The chosen day as a calendar date. */
  date: string | null;
  times: { label: string; state: 'open' | 'held' | 'gone' | 'pending' }[];
  message: string | null;
};
export type FormShown = {
  kind: 'form';
  /** Every visible text, date and select, by name; a select's value. */
  fields: Record<string, string>;
  /** What a select shows for its value. */
  labels: Record<string, string>;
  /** Every visible box, by name. */
  boxes: Record<string, boolean>;
  petOptions: string[] | null;
  isVirtual: boolean;
  isBusy: boolean;
  errors: string[];
};
export type Screen =
  | { kind: 'client-type'; answers: string[] }
  | { kind: 'lookup'; phone: string; email: string }
  | { kind: 'location'; names: string[] }
  | VisitShown
  | FormShown
  | { kind: 'notice'; message: string }
  /** `keeps`: the contact that can be kept in place of the one that the code went to. */
  | { kind: 'code'; to: string | null; isAgain: boolean; keeps: string | null }
  | {
      kind:
        | 'no-availability'
        | 'cannot-verify'
        | 'login'
        | 'sign-up'
        | 'forgot'
        | 'leave-question'
        | 'not-found'
        | 'portal'
        | 'busy'
        | 'outside'
        | 'broken';
    }
  | {
      kind: 'deposit';
      view: 'payable' | 'paying' | 'paid' | 'processing' | 'unknown' | 'over';
      amount: string | null;
      text: string;
    }
  | { kind: 'success'; heading: string; text: string };

/** The page that is seen: React keeps one that waits for its next part, hidden. */
const seen = (): ParentNode =>
  [...document.querySelectorAll('main#work')]
    .map((main) => main.parentElement!.parentElement!)
    .find(({ style }) => style.display !== 'none') ?? document;
export const all = <E extends Element = HTMLElement>(selector: string, from: ParentNode = seen()): E[] => [
  ...from.querySelectorAll<E>(selector),
];
export const one = <E extends Element = HTMLElement>(selector: string, from: ParentNode = seen()): E | null =>
  from.querySelector<E>(selector);
const textOf = (element: Element | null): string => element?.textContent?.trim() ?? '';
export const button = (name: string | RegExp): HTMLElement | null =>
  all('button, a', document).find((each) => {
    const shown = each.getAttribute('aria-label') ?? textOf(each);
    return typeof name === 'string' ? shown === name : name.test(shown);
  }) ?? null;

const rowOf = (label: string): Row | null => {
  const found = all<HTMLLabelElement>('main label[for]').find((each) => textOf(each) === label);
  const select = found && (document.getElementById(found.htmlFor) as HTMLSelectElement | null);
  if (!select) return null;
  const options = [...select.options]
    .filter(({ value }) => value !== '')
    .map(({ value, label: text }) => ({ value, label: text }));
  return {
    value: select.value,
    label: options.find(({ value }) => value === select.value)?.label ?? '',
    options,
    isLocked: select.disabled,
  };
};

const none: Row = { value: '', label: '', options: [], isLocked: true };

/** 'Wed Nov 25, 2026, 3 openings' as a calendar date. */
const dateOf = (label: string): string | null => {
  const [, text] = /^\w{3} (\w{3} \d{1,2}, \d{4})/.exec(label) ?? [];
  return text === undefined ? null : new Date(`${text} 12:00 UTC`).toISOString().slice(0, 10);
};

function visitShown(): VisitShown {
  const box = all<HTMLInputElement>('main input[type=checkbox]')[0];
  const state = (time: HTMLElement) => time.dataset['state'] as VisitShown['times'][number]['state'];
  return {
    kind: 'appointment',
    species: rowOf('Species') ?? none,
    type: rowOf('Appointment type') ?? none,
    clinician: rowOf('Clinician'),
    dropoff: box ? { isTicked: box.checked, isLocked: box.disabled } : null,
    date: dateOf(one('[role=radiogroup] [aria-checked="true"]')?.getAttribute('aria-label') ?? ''),
    times: all('main [role=group] button[data-state]').map((time) => ({
      label: textOf(time.querySelector('span')),
      state: state(time),
    })),
    message: textOf(one('main div[data-kind]')) || null,
  };
}

function formShown(form: HTMLFormElement): FormShown {
  const controls = all<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    'input[name], select[name], textarea[name]',
    form,
  );
  const boxes = controls.filter(
    (each): each is HTMLInputElement => each instanceof HTMLInputElement && each.type === 'checkbox',
  );
  const typed = controls.filter((each) => each.getAttribute('type') !== 'checkbox');
  const selects = typed.filter((each) => each instanceof HTMLSelectElement);
  const pets = selects.find(({ name }) => name === 'patientId');
  return {
    kind: 'form',
    fields: Object.fromEntries(typed.map(({ name, value }) => [name, value])),
    labels: Object.fromEntries(
      selects.map((each) => [each.name, each.value === '' ? '' : (each.selectedOptions[0]?.label ?? '')]),
    ),
    boxes: Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])),
    petOptions: pets ? [...pets.options].map(({ value }) => value).filter(Boolean) : null,
    isVirtual: form.textContent?.includes('including the meeting link') === true,
    isBusy: one('button[type=submit]')?.getAttribute('aria-busy') === 'true',
    errors: all('p[id$="-error"]', form).map(textOf),
  };
}

function depositShown(main: Element, heading: string): Screen {
  const text = textOf(main);
  const view =
    heading === 'Payment Successful'
      ? 'paid'
      : one('form#deposit')
        ? one('[form=deposit]')?.getAttribute('aria-busy') === 'true' &&
          !one('form#deposit input[autocomplete=cc-number]:not([readonly])')
          ? 'paying'
          : 'payable'
        : text.includes('This page goes on by itself')
          ? 'processing'
          : text.includes('You will not be charged twice')
            ? 'unknown'
            : 'over';
  return { kind: 'deposit', view, amount: /\$\d+\.\d\d/.exec(text)?.[0] ?? null, text };
}

/** The screen that is shown; 'busy' while something is on its way. */
export function look(): Screen {
  if (location.pathname.startsWith('/outside')) return { kind: 'outside' };
  const main = one('main#work');
  if (!main) return { kind: 'busy' };
  if (document.querySelector('dialog[open]:not([data-leaving]) h2')?.textContent?.startsWith('Leave without'))
    return { kind: 'leave-question' };
  const heading = textOf(one('h1'));
  const text = textOf(main);
  // What is left where the page itself broke; the deposit's own sentence ends with a stop.
  if (heading === 'Something went wrong') return { kind: 'broken' };
  if (/^\/[^/]+\/(pets|appointments|account)/.test(location.pathname)) return { kind: 'portal' };
  if (one('main [data-ground=brand]'))
    return { kind: 'client-type', answers: all('main [data-ground=brand] button').map(textOf) };
  if (/^Let's (find|verify) your account/.test(heading))
    return {
      kind: 'lookup',
      phone: one<HTMLInputElement>('[name=phoneNumber]')?.value ?? '',
      email: one<HTMLInputElement>('[name=email]')?.value ?? '',
    };
  if (heading.startsWith('At which location'))
    return { kind: 'location', names: all('main ul[aria-label] button').map(textOf) };
  if (heading === 'Your appointment') return one('main select') ? visitShown() : { kind: 'busy' };
  const form = all<HTMLFormElement>('main form').find((each) => one('[name=firstName]', each));
  if (form) return formShown(form);
  if (heading === 'Important Notice') return { kind: 'notice', message: textOf(one('main p:has(+ section)')) };
  if (/^Check your (phone|email)!$/.test(heading))
    return {
      kind: 'code',
      to: textOf(one('main h1 + p b')) || null,
      isAgain: text.includes('You were signed out'),
      keeps: /^Keep (.+) for now$/.exec(textOf(button(/^Keep /)))?.[1] ?? null,
    };
  if (heading === 'No appointments available') return { kind: 'no-availability' };
  if (heading.startsWith("We're sorry, we cannot verify")) return { kind: 'cannot-verify' };
  if (heading.startsWith('Thank you')) return { kind: 'success', heading, text };
  if (one('[autocomplete=current-password]')) return { kind: 'login' };
  if (/Amount$|^Payment Successful$|error occurred|payment|Something went wrong/.test(heading))
    return depositShown(main, heading);
  if (heading === 'Page not found') return { kind: 'not-found' };
  return { kind: 'busy' };
}

/** The countdown, wherever it is shown; `left` is milliseconds. */
export function heldShown(): HeldShown | null {
  const held = one('[data-part=hold]');
  if (!held) return null;
  const [, minutes = '0', seconds = '0'] = /(\d+):(\d\d)/.exec(textOf(one('[role=timer]', held))) ?? [];
  return {
    when: textOf(one('[data-part=held-time]', held)),
    left: (Number(minutes) * 60 + Number(seconds)) * 1000,
    canExtend: held.querySelector('button') !== null,
  };
}
