import type { Insertable, Kysely, Selectable } from 'kysely';
import { inTransaction, type Trx } from '../../db/transaction';
import { leavesAt, numberedTexts } from '../../../src/domain/messages/gathering';
import type { Database } from '../../db/schema';
import type { Caps } from '../../calls/caps';
import { locksOn } from '../../db/locks';
import { defer } from '../../db/statements';
import { renderMail, type Line } from './render';

/**
 * Gathers the clinic's notices about one owner: some leave at once within an hour, the others wait (D-404). All are
 * rows of the outbox; those waiting are merged in their order when their time has come.
 */

type Row = Insertable<Database['messages']>;
type Stored = Selectable<Database['messages']>;

const paceOf = ({ noticesPerOwner: { max, windowMs } }: Caps) => ({ max, windowMs: windowMs! });

const noticesOf = (of: string): string => `notices of ${of}`;

/**
 * Sets when each notice among the rows leaves. Parallel transactions with notices about one owner wait for each other
 * here.
 */
export async function withDepartures(trx: Trx, caps: Caps, rows: readonly Row[], now: Date): Promise<Row[]> {
  const timed: Row[] = [];
  for (const row of rows) timed.push(row.notice_of ? { ...row, ...(await departureOf(trx, caps, row, now)) } : row);
  return timed;
}

async function departureOf(
  trx: Trx,
  caps: Caps,
  { clinic_id: clinicId, notice_of: of, channel, waiting }: Row,
  now: Date,
): Promise<Partial<Row>> {
  const pace = paceOf(caps);
  defer(trx, locksOn(clinicId, [noticesOf(of!)]));
  const earlier = await trx
    .selectFrom('messages')
    .select((row) => ['leaves_at', row('waiting', 'is not', null).as('waits')])
    .where('clinic_id', '=', clinicId)
    .where('notice_of', '=', of!)
    .where('channel', '=', channel)
    // One that left in the future left by a clock that was set back since.
    .where((row) =>
      row.or([
        row.and([row('leaves_at', '>', new Date(now.getTime() - pace.windowMs)), row('leaves_at', '<=', now)]),
        row('waiting', 'is not', null),
      ]),
    )
    .execute();
  const times = (waits: boolean) => earlier.filter((one) => one.waits === waits).map((one) => one.leaves_at!.getTime());
  const [others] = times(true);
  const at = new Date(leavesAt(times(false), others ?? null, now.getTime(), pace));
  const isAtOnce = others === undefined && at <= now;
  return { leaves_at: at, next_attempt_at: at, ...(isAtOnce ? { waiting: null } : { waiting: waiting ?? null }) };
}

/** Merges notices that have waited long enough. Any number of processes may run it. */
export async function gatherDue(db: Kysely<Database>, channel: Stored['channel'], now: Date): Promise<void> {
  const groups = await db
    .selectFrom('messages')
    .select(['clinic_id', 'notice_of', 'recipient'])
    .distinct()
    .where('waiting', 'is not', null)
    .where('channel', '=', channel)
    .where('leaves_at', '<=', now)
    .execute();
  for (const { clinic_id: clinicId, notice_of: of, recipient } of groups) {
    await inTransaction(db, (trx) => gather(trx, { clinicId, of: of!, recipient, channel }, now));
  }
}

type Group = { clinicId: string; of: string; recipient: string; channel: Stored['channel'] };

async function gather(trx: Trx, { clinicId, of, recipient, channel }: Group, now: Date): Promise<void> {
  defer(trx, locksOn(clinicId, [noticesOf(of)]));
  const waiting = await trx
    .selectFrom('messages')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('notice_of', '=', of)
    .where('recipient', '=', recipient)
    .where('channel', '=', channel)
    .where('waiting', 'is not', null)
    .where('leaves_at', '<=', now)
    .orderBy('position')
    .forUpdate()
    .execute();
  const texts = waiting.length > 1 ? together(waiting) : waiting.map(() => ({}));
  // There are at most as many texts as notices; each replaces one, in its order.
  for (const [index, { id }] of waiting.entries()) {
    const text = texts[index];
    await (text === undefined
      ? trx.deleteFrom('messages').where('clinic_id', '=', clinicId).where('id', '=', id).execute()
      : trx
          .updateTable('messages')
          .set({ ...text, waiting: null, next_attempt_at: now })
          .where('clinic_id', '=', clinicId)
          .where('id', '=', id)
          .execute());
  }
}

/** The most characters of a text message; carriers refuse longer ones. */
const textMost = 1_500;

/** Merges the notices into one e-mail, or into as few text messages as possible. */
function together(waiting: readonly Stored[]): Partial<Pick<Row, 'kind' | 'subject' | 'body_text' | 'body_html'>>[] {
  const kind = 'gathered_notices';
  const notices = waiting.map((row) => row.waiting!);
  const desk = notices.at(-1)!.desk;
  const heading = `${notices.length} notices of ${notices[0]!.name}`;
  if (waiting[0]!.channel === 'sms') {
    const atDesk = desk === undefined ? '' : `\nDesk: ${desk}`;
    return numberedTexts(
      `${heading}:`,
      notices.map((notice) => ('short' in notice ? notice.short : '')),
      textMost - atDesk.length,
    ).map((text, index, all) => ({ kind, body_text: index === all.length - 1 ? text + atDesk : text }));
  }
  const lines = notices.flatMap((notice, index): Line[] =>
    'lines' in notice ? ['', `${index + 1}. ${notice.subject}`, '', ...notice.lines] : [],
  );
  const { text, html } = renderMail([
    'There were so many within an hour that they come together, in their order.',
    ...lines,
    ...(desk === undefined ? [] : ['', { words: 'Open the desk', link: desk }]),
  ]);
  return [{ kind, subject: heading, body_text: text, body_html: html }];
}
