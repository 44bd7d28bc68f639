import { array, enums, nullable, object, string, type Infer } from 'superstruct';

/** What the doctor found: something in order, something to know, or something wrong with what to do about it. */
const Finding = object({
  check: string(),
  state: enums(['fine', 'note', 'wrong']),
  says: string(),
  todo: nullable(string()),
});
export type Finding = Infer<typeof Finding>;
export const Findings = array(Finding);

export const fine = (check: string, says: string): Finding => ({ check, state: 'fine', says, todo: null });
export const note = (check: string, says: string, todo: string | null = null): Finding => ({
  check,
  state: 'note',
  says,
  todo,
});
export const wrong = (check: string, says: string, todo: string): Finding => ({ check, state: 'wrong', says, todo });

const order = ['wrong', 'note', 'fine'];

/** The findings as text, what is wrong first. */
export function inWords(findings: readonly Finding[]): string[] {
  const width = Math.max(0, ...findings.map(({ check }) => check.length));
  const lines = [...findings]
    .sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    .flatMap(({ check, state, says, todo }) => [
      `${state.padEnd(5)}  ${check.padEnd(width)}  ${says}`,
      ...(todo === null ? [] : [`${' '.repeat(width + 9)}${todo}`]),
    ]);
  const count = findings.filter(({ state }) => state === 'wrong').length;
  // What a server outside said must not move the terminal's cursor.
  return [
    ...lines.map((line) => line.replace(/\p{Cc}+/gu, ' ')),
    '',
    count === 0 ? 'Nothing is wrong.' : `${count} wrong.`,
  ];
}

/** An age in words, such as "3 hours". */
export function ageInWords(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
