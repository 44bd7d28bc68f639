import { fireEvent } from '@testing-library/react';
import type { Owner } from './owner';
import { all, button, one } from './screens';
import { CLINIC } from './settings';

const MINUTE = 60_000;

/** Does what leads on from the screen of the moment, as most people would; `pick` chooses among what there is. */
export async function goOn(owner: Owner, pick: number): Promise<void> {
  const screen = owner.look();
  switch (screen.kind) {
    case 'client-type':
      return answer(owner, pick);
    case 'lookup': {
      const isRiley = pick % 4 !== 0;
      if (!owner.type('phoneNumber', isRiley ? '512-555-0142' : '512-555-0199'))
        owner.type('email', isRiley ? 'riley@example.com' : 'new@example.com');
      await owner.tab.settle(40);
      return void (await owner.tap(
        button(pick % 7 === 6 ? 'Sign in with a password instead' : 'Send verification code'),
      ));
    }
    case 'login':
      owner.type('username', 'riley@example.com');
      owner.type('password', 'biscuit-and-juniper');
      await owner.tab.settle(40);
      return void (await owner.tap(button('Sign in')));
    case 'location': {
      const places = all('main ul[aria-label] button');
      const place = places[pick % Math.max(1, places.length)];
      owner.memory.location = place?.textContent?.toLowerCase() ?? null;
      return void (await owner.tap(place ?? null));
    }
    case 'appointment':
      if (screen.species.value === '') await owner.choose(owner.row('Species'), pick);
      if (owner.row('Appointment type')?.value === '') await owner.choose(owner.row('Appointment type'), pick);
      await owner.tap(button('Okay'));
      return tapTime(owner, pick);
    case 'form':
      return sendForm(owner, pick);
    case 'notice': {
      const onward = button('Continue');
      if (onward) owner.memory.passed = 'limping';
      return void (await owner.tap(onward ?? button('Go back')));
    }
    case 'code': {
      if (screen.keeps !== null && pick % 3 === 0) return keep(owner, screen.keeps);
      const sent = owner.clinic.codes.at(-1);
      const field = one<HTMLInputElement>('[autocomplete=one-time-code]');
      if (field) fireEvent.change(field, { target: { value: pick % 6 === 5 ? '999999' : (sent?.code ?? '123456') } });
      return owner.tab.settle();
    }
    case 'deposit':
      return pay(owner, pick);
    case 'leave-question':
      return void (await owner.tap(button(pick % 2 === 0 ? 'Stay' : 'Leave')));
    case 'portal':
      return void (await owner.tap(
        all<HTMLAnchorElement>('a').find((each) => each.getAttribute('href') === `/${CLINIC}`) ?? null,
      ));
    case 'outside':
      return owner.tab.visit(`/${CLINIC}`);
    default:
      return void (await owner.tap(button('Back')));
  }
}

/** Keeps the contact in use: from now on it stands in the form's place. */
async function keep(owner: Owner, contact: string): Promise<void> {
  const { form } = owner.memory;
  const before = form?.fields;
  if (form)
    owner.memory.form = {
      ...form,
      fields: { ...form.fields, [contact.includes('@') ? 'email' : 'phoneNumber']: contact },
    };
  const isTapped = await owner.tap(button(/^Keep /));
  if (!isTapped && form && before) owner.memory.form = { ...form, fields: before };
}

async function answer(owner: Owner, pick: number): Promise<void> {
  const answers = all('.answers button').filter((each) => each.textContent?.endsWith('client'));
  const chosen = answers[pick % Math.max(1, answers.length)];
  if (!chosen) return;
  const kind = chosen.textContent === 'New client' ? 'new' : 'returning';
  owner.memory.kind = kind;
  fireEvent.click(chosen);
  // The screen stays until the next one is drawn, and forgets nothing of the answer.
  const keep = () => void (owner.memory.kind = kind);
  await owner.tab.settle();
  if (owner.look().kind !== 'client-type') keep();
}

/** Taps a time; it is the owner's once the form is there. */
export async function tapTime(owner: Owner, pick: number): Promise<void> {
  const before = owner.look();
  if (before.kind !== 'appointment' || before.date === null) return;
  const buttons = all('main [role=group] button[data-state]');
  const tapped = buttons[pick % Math.max(1, buttons.length)];
  const slot = owner.clinic.offered.get(`${before.date} ${tapped?.querySelector('span')?.textContent}`);
  if (!slot || !tapped) return;
  const { picked, countedTo } = owner.memory;
  const isOwn = slot.dateTime === picked?.dateTime && before.times.some(({ state }) => state === 'held');
  const now = owner.clinic.now();
  Object.assign(owner.memory, { picked: slot, refusals: owner.clinic.refusals });
  await owner.tap(tapped);
  const isTheirs = owner.look().kind === 'form';
  if (!isTheirs) Object.assign(owner.memory, { picked, countedTo });
  else if (!isOwn) Object.assign(owner.memory, { pickedAt: now, countedTo: now + 10 * MINUTE });
}

/** Fills what is still empty, and sends the form. */
async function sendForm(owner: Owner, pick: number): Promise<void> {
  const fill = (name: string, text: string) => {
    const field = one<HTMLInputElement>(`main input[name="${name}"], main textarea[name="${name}"]`);
    if (field && field.value === '') owner.type(name, text);
  };
  const isRiley = pick % 3 !== 0;
  fill('firstName', isRiley ? 'Riley Park' : 'Mary Ann Stone');
  fill('phoneNumber', isRiley ? '512-555-0142' : '512-555-0177');
  fill('email', isRiley ? 'riley@example.com' : 'mary@example.com');
  // Some owners have a new address or number by now.
  if (pick % 5 === 2) owner.type('email', 'new@example.com');
  if (pick % 7 === 4) owner.type('phoneNumber', '512-555-0188');
  const texts = {
    address1: '1 Oak St',
    city: 'Austin',
    zip: '78701',
    clientDob: '1980-02-03',
    petName: 'Fluffy',
    birthdate: '2020-03-04',
    note: pick % 4 === 0 ? 'limping a little' : 'a check, please',
    breed: 'Beagle',
  };
  Object.entries(texts).forEach(([name, text]) => fill(name, text));
  const speciesId = owner.memory.visit?.species.value;
  if (speciesId === 'cat' && one<HTMLInputElement>('main [name=breed]')?.value === 'Beagle')
    owner.type('breed', 'Siamese');
  for (const select of all<HTMLSelectElement>('main form select'))
    if (select.value === '') await owner.choose(select, pick);
  await owner.tab.settle(60);
  owner.memory.refusals = owner.clinic.refusals;
  await owner.tap(button(/^CONTINUE/));
}

/** Pays by card; the charge runs until it is let go. */
async function pay(owner: Owner, pick: number): Promise<void> {
  if (owner.tab.network.waiting.length > 0) return owner.letGo('answer');
  if (!one('form#deposit'))
    return void (await owner.tap(
      button(/^(Appointment Confirmation|Appointment Request Details|Next step|Try again)$/),
    ));
  const set = (autocomplete: string, text: string) => {
    const field = one<HTMLInputElement>(`input[autocomplete="${autocomplete}"]`);
    if (field) fireEvent.change(field, { target: { value: text } });
  };
  set('cc-number', pick % 5 === 4 ? '4000 0000 0000 0002' : '4242 4242 4242 4242');
  set('cc-exp', '12/40');
  set('cc-csc', '123');
  await owner.tab.settle(40);
  if (pick % 3 !== 0) owner.tab.network.slow.add('chargePaymentMethod');
  await owner.tap(button('Make payment'));
}
