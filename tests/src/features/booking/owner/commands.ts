import fc from 'fast-check';
import { change } from './change';
import { goOn } from './goOn';
import { nothingYet } from './memory';
import type { Owner } from './owner';
import { all, button, one } from './screens';
import { CLINIC } from './settings';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What an owner, their device or the world does next. What is not possible on the screen of the moment is let be. */
export type Command =
  | { do: 'go on'; pick: number }
  | { do: 'change'; which: number; pick: number }
  | { do: 'back'; by: 'page' | 'browser'; times: number }
  | { do: 'reload'; how: 'reload' | 'kill'; skewHours: number | null }
  | { do: 'wait'; ms: number }
  | { do: 'sleep'; minutes: number }
  | { do: 'follow'; link: 'Login' | 'book' | 'sign out' | 'again' }
  | { do: 'let go'; how: 'answer' | 'lost' | 'busy' }
  | { do: 'break'; call: (typeof breakable)[number]; how: 'lost' | 'busy' }
  | { do: 'take the time' }
  | { do: 'extend' };

/** Calls whose answer may be lost, or be that the clinic is busy. */
const breakable = [
  'createHold',
  'checkTimeSlot',
  'checkAvailability',
  'initCode',
  'verifyCode',
  'upsertClient',
  'createAppointment',
  'startPayment',
  'clientByUser',
  'listProducts',
] as const;

const pick = fc.nat({ max: 23 });
export const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ do: fc.constant('go on' as const), pick }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('change' as const), which: fc.nat({ max: 59 }), pick }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('back' as const),
        by: fc.constantFrom('page' as const, 'browser' as const),
        times: fc.integer({ min: 1, max: 2 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('reload' as const),
        how: fc.constantFrom('reload' as const, 'kill' as const),
        skewHours: fc.constantFrom(null, null, 0, 3, -3, 72, -72, 20_000, -20_000),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(450, 3000) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('sleep' as const), minutes: fc.constantFrom(1, 9.5, 10.5, 31) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('follow' as const),
        link: fc.constantFrom('Login' as const, 'book' as const, 'sign out' as const, 'again' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('let go' as const),
        how: fc.constantFrom('answer' as const, 'lost' as const, 'busy' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('break' as const),
        call: fc.constantFrom(...breakable),
        how: fc.constantFrom('lost' as const, 'busy' as const),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'take the time' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'extend' as const }) },
  ),
  { minLength: 4, maxLength: 28 },
);

/** Does a command as far as the screen allows it. */
export async function perform(owner: Owner, command: Command): Promise<void> {
  const { tab } = owner;
  switch (command.do) {
    case 'go on':
      return goOn(owner, command.pick);
    case 'change':
      return change(owner, command.which, command.pick);
    case 'back':
      for (let time = 0; time < command.times; time += 1) await back(owner, command.by);
      return;
    case 'reload':
      return reload(owner, command);
    case 'wait':
      return tab.settle(command.ms);
    case 'sleep':
      tab.sleep(command.minutes * MINUTE);
      return tab.settle(1100);
    case 'follow':
      return follow(owner, command.link);
    case 'let go':
      return owner.letGo(command.how);
    case 'break':
      tab.network.broken.set(command.call, command.how);
      return;
    case 'take the time': {
      const at = owner.memory.picked?.dateTime;
      // Nobody gets a time that the clinic holds.
      if (at && owner.settings.times !== 'held' && owner.look().kind !== 'deposit') owner.clinic.taken.add(at);
      return;
    }
    case 'extend': {
      const hasExtended = await owner.tap(one('[data-part=hold] button'));
      if (hasExtended && owner.memory.countedTo !== null) owner.memory.countedTo += 10 * MINUTE;
    }
  }
}

/** The page is loaded anew. What was typed is there again, at the same step, if the page could say a word beforehand. */
async function reload(owner: Owner, { how, skewHours }: Command & { do: 'reload' }): Promise<void> {
  const { tab } = owner;
  if (tab.network.waiting.length > 0 || tab.isOutside) return;
  const before = owner.look();
  await tab.reload(how, () => {
    if (skewHours !== null) tab.setSkew(skewHours * HOUR);
  });
  const after = owner.look();
  if (how === 'kill' || skewHours !== null) return;
  const isKept = ['location', 'appointment', 'form', 'deposit'].includes(before.kind);
  if (isKept && after.kind !== before.kind)
    owner.faults.push({ check: 'shown', words: `a reload at ${before.kind} leads to ${after.kind}` });
  if (before.kind !== 'form' || after.kind !== 'form') return;
  const lost = Object.entries({ ...before.fields, ...before.boxes }).filter(
    ([name, value]) => !name.startsWith('onePet') && { ...after.fields, ...after.boxes }[name] !== value,
  );
  lost.forEach(([name]) => owner.faults.push({ check: 'shown', words: `a reload loses what was entered as ${name}` }));
}

/** One step back: with the page's button where there is one, or with the browser's. */
export async function back(owner: Owner, by: 'page' | 'browser'): Promise<void> {
  if (owner.tab.isOutside) return;
  if (by === 'browser') return owner.tab.back();
  const own = button('Back');
  if (own) await owner.tap(own);
}

/** Book again on a past visit, by way of My Appointments. */
async function bookAgain(owner: Owner): Promise<void> {
  const linkTo = (start: string) =>
    all<HTMLAnchorElement>('a', document).find((each) => each.getAttribute('href')?.startsWith(start)) ?? null;
  if (location.pathname !== `/${CLINIC}/appointments`) await owner.tap(linkTo(`/${CLINIC}/appointments`));
  await owner.tap(
    all<HTMLInputElement>('input[name=tab]', document).find(({ value, checked }) => value === 'history' && !checked) ??
      null,
  );
  const again = linkTo(`/${CLINIC}?appointment=`);
  if (again) owner.memory = nothingYet();
  await owner.tap(again);
}

async function follow(owner: Owner, link: 'Login' | 'book' | 'sign out' | 'again'): Promise<void> {
  if (owner.tab.isOutside || owner.tab.network.waiting.length > 0) return;
  if (link === 'again') return bookAgain(owner);
  if (link === 'Login') {
    if (button('Login')) owner.memory.kind = 'returning';
    await owner.tap(button('Login'));
    return;
  }
  if (link === 'book') {
    await owner.tap(all<HTMLAnchorElement>('a').find((each) => each.getAttribute('href') === `/${CLINIC}`) ?? null);
    return;
  }
  await owner.tap(all('button').find((each) => each.textContent === 'Sign Out') ?? null);
}
