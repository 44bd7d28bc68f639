import { array, enums, literal, nullable, optional, string, type, type Infer } from 'superstruct';
import { MINUTE } from '../../limits';
import { AnswerName, DeclineReason, type Action, type AnswerBody, type AnswerGiven } from '../../contract/desk/inbox';
import { timeKey } from './offer';

/** A time that is to be offered, with its clinician's name as it was read. */
const Picked = type({
  at: string(),
  provider_id: nullable(string()),
  clinician: nullable(string()),
  /** Somebody had it before it was sent: it is shown until another takes its place, and not sent. */
  is_gone: optional(literal(true)),
});
export type Picked = Infer<typeof Picked>;

/** An answer that is begun and not sent: it stays with its item, on the device, until the person signs out. */
export const HalfWritten = type({
  name: AnswerName,
  tray: enums(['offer', 'decline', 'choose_time', 'correct', 'merge']),
  /** The record that the action is about. */
  client_id: nullable(string()),
  /** Whether the tray is folded out. */
  isOpen: optional(enums(['yes', 'no'])),
  reason: optional(DeclineReason),
  words: optional(string()),
  times: optional(array(Picked)),
  contact: optional(string()),
});
export type HalfWritten = Infer<typeof HalfWritten>;

/** How many times can be offered at once (D-425). */
export const OFFERED_MOST = 3;

/** An answer begun by an action that opens a tray. */
const begun = (action: Action): HalfWritten => ({
  name: action.name,
  tray: action.tray ?? 'decline',
  client_id: action.client_id,
});

/** Whether anything was written that would be missed: then the item is marked 'Not sent'. */
export function isMissed(half: HalfWritten | null | undefined): boolean {
  if (!half) return false;
  return Boolean(half.reason || half.words?.trim() || half.times?.length || half.contact?.trim());
}

/** Whether two half-written answers say the same, folded or not. */
export function hasSameWords(one: HalfWritten, other: HalfWritten | null): boolean {
  const said = ({ name, client_id, reason, words, times, contact }: HalfWritten) =>
    JSON.stringify([name, client_id, reason ?? null, words ?? '', times ?? [], contact ?? '']);
  return other !== null && said(one) === said(other);
}

const isSame = (a: Picked, b: Picked): boolean => a.at === b.at && a.provider_id === b.provider_id;

/** The picked times that can be sent. */
export const sendable = (times: readonly Picked[]): Picked[] => times.filter(({ is_gone }) => !is_gone);

/** The answer with those of its times marked that are not free any more, by their keys (timeKey). */
export const withGone = (half: HalfWritten, keys: readonly string[]): HalfWritten => ({
  ...half,
  ...(half.times && {
    times: half.times.map((time) =>
      keys.includes(timeKey(time.at, time.provider_id)) ? { ...time, is_gone: true as const } : time,
    ),
  }),
});

/**
 * Puts a time among the picked ones or takes it away, in the order of picking; `most` of them at once, of which those
 * that are gone make room.
 */
export function toggled(times: readonly Picked[], time: Picked, most = OFFERED_MOST): Picked[] {
  const others = times.filter((other) => !isSame(other, time));
  const there = times.find((other) => isSame(other, time));
  if (there && (!there.is_gone || time.is_gone)) return others;
  if (most === 1) return [time];
  if (others.length < most) return [...others, time];
  const rest = sendable(others);
  return rest.length < most ? [...rest, time] : [...times];
}

/** 1, 2 or 3 for a picked time, 0 for another one and for one that was gone. */
export const numberOf = (times: readonly Picked[], time: Picked): number =>
  sendable(times).findIndex((other) => isSame(other, time)) + 1;

/**
 * The picked time that another one would run into; null for none. `apart`: how many minutes apart two times of one
 * clinician begin at least, undefined where they may be at once.
 */
export const runsInto = (times: readonly Picked[], time: Picked, apart: number | undefined): Picked | null =>
  (apart !== undefined &&
    times.find(
      (other) =>
        !other.is_gone &&
        !isSame(other, time) &&
        other.provider_id === time.provider_id &&
        Math.abs(Date.parse(other.at) - Date.parse(time.at)) < apart * MINUTE,
    )) ||
  null;

/** What is still missing before the answer can be given, as a sentence; null where nothing is. */
export function missing(half: HalfWritten): string | null {
  if (half.tray === 'decline')
    return half.reason === 'other' && !half.words?.trim()
      ? 'Say the reason in your own words'
      : half.reason
        ? null
        : 'Choose a reason';
  if (half.tray === 'offer') return sendable(half.times ?? []).length ? null : 'Choose up to three times';
  if (half.tray === 'choose_time') return sendable(half.times ?? []).length ? null : 'Choose a time';
  if (half.tray === 'correct') return half.contact?.trim() ? null : 'Type the right one';
  return half.client_id ? null : 'Choose the record to keep';
}

/**
 * The body of the answer, for its preview and for sending: what its tray asks for and nothing that was written in
 * another one. `version` is the row's as the person saw it.
 */
export function bodyOf(half: HalfWritten, version: string): AnswerBody {
  const { name, tray, reason, client_id } = half;
  const words = half.words?.trim();
  const contact = half.contact?.trim();
  const times = tray === 'offer' || tray === 'choose_time' ? sendable(half.times ?? []) : [];
  return {
    name,
    version,
    ...(tray === 'decline' && reason && { reason }),
    ...((tray === 'decline' || tray === 'offer') && words && { words }),
    ...(times.length > 0 && { times: times.map(({ at, provider_id }) => ({ at, provider_id })) }),
    ...(tray === 'correct' && contact && { contact }),
    ...(client_id && { client_id }),
  };
}

/** The tray in which an answer is written, by its name; one without is given by its button alone. */
const trayOf: Partial<Record<AnswerName, HalfWritten['tray']>> = {
  offer: 'offer',
  decline: 'decline',
  choose_time: 'choose_time',
  correct: 'correct',
  merge: 'merge',
};

/** What was written of an answer that was taken back, in its tray; null where its button alone gave it. */
export function halfOf({ name, reason, words, times, client_id, contact }: AnswerGiven): HalfWritten | null {
  const tray = trayOf[name];
  if (!tray) return null;
  return {
    name,
    tray,
    client_id,
    isOpen: 'yes',
    ...(reason && { reason }),
    ...(words && { words }),
    ...(times.length > 0 && { times }),
    ...(contact && { contact }),
  };
}

/** The answer in the tray of another action: what was written before is kept. */
export const turnedTo = (half: HalfWritten | null, action: Action): HalfWritten => ({
  ...half,
  ...begun(action),
  ...(half?.name === action.name && half.client_id && { client_id: half.client_id }),
  isOpen: 'yes',
});

/** The answer with its tray folded; null where nothing in it would be missed. */
export const folded = (half: HalfWritten): HalfWritten | null => (isMissed(half) ? { ...half, isOpen: 'no' } : null);

/** 'Send 2 times', 'Send 1 time', or what the button says before any is picked. */
export const sendWords = (count: number): string =>
  count === 0 ? 'Send times' : `Send ${count} ${count === 1 ? 'time' : 'times'}`;

const begunWords: Record<HalfWritten['tray'], string> = {
  offer: 'Other times to offer',
  decline: 'A reason to decline',
  choose_time: 'A time',
  correct: 'A corrected contact',
  merge: 'Records to bring together',
};

/** What is half written, in a few words: '2 times to offer', 'A reason to decline: “Please go…”'. */
export function halfWords(half: HalfWritten): string {
  const count = sendable(half.times ?? []).length;
  const begun =
    half.tray === 'offer' && count > 0
      ? `${count === 1 ? '1 time' : `${count} times`} to offer`
      : begunWords[half.tray];
  const words = half.words?.trim();
  return words ? `${begun}: “${words}”` : begun;
}

/** 'All three are held for Noor until today, 9:30am.' */
export function heldWords(count: number, owner: string, until: string): string {
  const when = until.replace(/^(Today|Tomorrow)/, (word) => word.toLowerCase());
  return `${['', 'It is', 'Both are', 'All three are'][count] ?? 'They are'} held for ${owner} until ${when}.`;
}
