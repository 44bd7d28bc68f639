import type { Answer, AnswerName, InboxRow } from '../../contract/desk/inbox';

/** How long an answer can be taken back, milliseconds (D-426). */
export const TAKE_BACK_MS = 20_000;

/** Answers of which nobody outside the clinic is told. */
const silent: readonly AnswerName[] = ['seen', 'answered', 'done', 'tie', 'new_client', 'merge', 'let_be', 'retry'];

/** Who an item is about: 'Kiki', or 'Kiki at Waitangi Vets' where it is another clinic's. */
export const aboutWords = ({ pet, owner }: Pick<InboxRow, 'pet' | 'owner'>, clinic = ''): string =>
  `${pet?.name ?? owner}${clinic && ` at ${clinic}`}`;

/** An answer that can still be taken back, at which clinic, and who it is about. */
export type Undoable = { answer: Answer; itemId: string; clinicId: string; about: string };

/**
 * The person's own answers that have not left the clinic at `now` (milliseconds since 1970), the last one first
 * (D-426). `clinicName` names a clinic that is not the open one, '' the open one.
 */
export function undoables(
  rows: readonly (InboxRow & { clinicId: string })[],
  now: number,
  clinicName: (clinicId: string) => string,
): Undoable[] {
  return rows
    .flatMap(({ id, clinicId, answer, ...row }) =>
      answer ? [{ answer, itemId: id, clinicId, about: aboutWords(row, clinicName(clinicId)) }] : [],
    )
    .filter(({ answer }) => answer.is_mine && !answer.left_at && !answer.voided && Date.parse(answer.leaves_at) > now)
    .toSorted((a, b) => Date.parse(b.answer.at) - Date.parse(a.answer.at));
}

/** Whole seconds in which an answer can be taken back at `now`; 0 once it leaves. */
export const secondsLeft = ({ leaves_at }: Pick<Answer, 'leaves_at'>, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(leaves_at) - now) / 1000));

/** 'approved, told in 14 s'; where nobody is told, 'marked answered, undo for 14 s'. */
export function undoWords({ name, words }: Pick<Answer, 'name' | 'words'>, seconds: number): string {
  return silent.includes(name) ? `${words}, undo for ${seconds} s` : `${words}, told in ${seconds} s`;
}
