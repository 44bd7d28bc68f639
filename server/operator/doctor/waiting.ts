import { sql } from 'kysely';
import { DAY, MINUTE } from '../../../src/limits';
import type { Config } from '../../config/config';
import type { Db } from '../../db/transaction';
import type { Readings } from '../../metrics/readings';
import { clinicCommand } from '../../system/clinicCommand';
import { ageInWords, counted, fine, note, wrong, type Finding } from './finding';

/** A message that is due for longer is tried by nobody. */
const overdueMs = 10 * MINUTE;
/** Requests and refills that wait for longer are forgotten ones. */
const unansweredMs = 3 * DAY;

const names = { email: 'e-mail', sms: 'text message', push: 'push message' } as const;
const nameOf = (channel: string): string => names[channel as keyof typeof names];

/** What waits that should not: messages, refunds, requests; and refused events of the card provider. */
export async function waitingFindings(db: Db, config: Config, readings: Readings): Promise<Finding[]> {
  return [
    ...messageFindings(config, readings),
    refundFinding(readings),
    await requestFinding(db, readings.at),
    ...(config.stripe === undefined ? [] : [eventFinding(readings)]),
    ...(await clinicFindings(db)),
  ];
}

function messageFindings(config: Config, { messages, givenUp, at }: Readings): Finding[] {
  const check = 'messages';
  const findings = messages.flatMap(({ channel, waiting, due }) => {
    if (due === null || at.getTime() - due.getTime() < overdueMs) return [];
    const hasWay = channel === 'email' ? config.smtpUrl : channel === 'sms' ? config.smsUrl : config.push;
    const says = `${counted(waiting, nameOf(channel))} ${waiting === 1 ? 'waits' : 'wait'}, due for ${ageInWords(at.getTime() - due.getTime())}, and nobody tries.`;
    if (config.demo || hasWay) return [wrong(check, says, 'Start a server; if one runs, restart it and read its log.')];
    return [
      wrong(
        check,
        says,
        `Set ${channel === 'sms' ? 'SMS_URL' : channel === 'email' ? 'SMTP_URL and MAIL_FROM' : 'VAPID_KEY'}.`,
      ),
    ];
  });
  // A push message that is given up goes as a text message or e-mail.
  const lost = givenUp.filter(({ channel }) => channel !== 'push');
  if (lost.length > 0)
    findings.push(
      wrong(
        check,
        `Within the last day ${lost.map(({ channel, count }) => counted(count, nameOf(channel))).join(' and ')} could not be delivered.`,
        `${clinicCommand} messages says why; messages --retry ID sends one again.`,
      ),
    );
  return findings.length > 0 ? findings : [fine(check, 'None is overdue, and none of the last day was given up.')];
}

const refundFinding = ({ refunds: { open, failed } }: Readings): Finding =>
  failed > 0
    ? wrong(
        'refunds',
        `${counted(failed, 'refund')} did not go through.`,
        `${clinicCommand} requests ID says why; they are tried again by themselves.`,
      )
    : fine('refunds', open === 0 ? 'None is on its way.' : `${counted(open, 'refund')} on the way, none failed.`);

/** The clinics at which a request or refill has waited too long, the one that waits longest first. */
async function requestFinding(db: Db, now: Date): Promise<Finding> {
  const before = new Date(now.getTime() - unansweredMs);
  const { rows } = await sql<{ clinic_id: string; count: number; oldest: Date }>`
    select clinic_id, count(*) as count, min(created_at) as oldest from (
      select clinic_id, created_at from appointments a
        where status = 'REQUESTED' and created_at < ${before} and starts_at > ${now}
        and not exists (select 1 from offers o where o.clinic_id = a.clinic_id and o.appointment_id = a.id and o.state in ('kept', 'open'))
      union all
      select clinic_id, created_at from refills where state = 'received' and created_at < ${before}) as waiting
    group by clinic_id order by oldest, clinic_id`.execute(db);
  const [first] = rows;
  const check = 'requests';
  if (!first) return fine(check, `No requested appointment or refill waits longer than ${ageInWords(unansweredMs)}.`);
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const clinics = rows.slice(0, 5).map(({ clinic_id }) => clinic_id);
  return wrong(
    check,
    `${counted(count, 'requested appointment or refill', 'requested appointments or refills')} ${count === 1 ? 'waits' : 'wait'} for longer than ${ageInWords(unansweredMs)}, the oldest for ${ageInWords(now.getTime() - first.oldest.getTime())}: ${clinics.join(', ')}${rows.length > 5 ? ` and ${rows.length - 5} more` : ''}.`,
    `Ask the clinic to answer at its desk; ${clinicCommand} requests ID lists them.`,
  );
}

/** A refused event by itself is a note: anybody who knows the address can send one. */
function eventFinding({ cardEvents }: Readings): Finding {
  const check = 'card events';
  if (cardEvents === null) return fine(check, 'None was refused since the last good one.');
  const { count, last, unheard } = cardEvents;
  const says = `${counted(count, 'event')} ${count === 1 ? 'was' : 'were'} refused, the last at ${last.toISOString()}, and no good one came since`;
  return unheard === 0
    ? note(
        check,
        `${says}; of no payment of the last two days is one missed. Somebody else made ${count === 1 ? 'it' : 'them'} up, or STRIPE_WEBHOOK_SECRET is another endpoint’s: the next payment shows which.`,
      )
    : wrong(
        check,
        `${says}, though ${counted(unheard, 'payment')} ${unheard === 1 ? 'was' : 'were'} made: STRIPE_WEBHOOK_SECRET does not sign what Stripe sends.`,
        'Copy the signing secret of the endpoint from Stripe’s dashboard into STRIPE_WEBHOOK_SECRET, and check the clock.',
      );
}

/** Clinics that nobody tells of a booking: no address for notices, and nobody at the desk. */
async function clinicFindings(db: Db): Promise<Finding[]> {
  const check = 'clinics';
  const clinics = await db
    .selectFrom('clinics')
    .select((select) => [
      'id',
      'shop',
      select
        .exists(
          select
            .selectFrom('memberships')
            .select('memberships.person_id')
            .whereRef('memberships.clinic_id', '=', 'clinics.id')
            .where('memberships.removed_at', 'is', null)
            .where('memberships.joined_at', 'is not', null),
        )
        .as('has_staff'),
    ])
    .orderBy('id')
    .execute();
  if (clinics.length === 0) return [note(check, 'There is no clinic yet.', `Import one: ${clinicCommand} import FILE`)];
  const silent = clinics.filter(({ shop }) => !shop.is_demo && !shop.notify_email && !shop.notify_phone);
  const unheard = silent.filter(({ has_staff }) => !has_staff).map(({ id }) => id);
  const deskOnly = silent.filter(({ has_staff }) => has_staff).map(({ id }) => id);
  return [
    ...(unheard.length === 0
      ? []
      : [
          wrong(
            check,
            `Nobody hears of a booking at ${unheard.join(', ')}: no notify_email, no notify_phone, nobody at the desk.`,
            `Add notify_email to the clinic’s file and import it, or invite somebody: ${clinicCommand} invite ID EMAIL admin`,
          ),
        ]),
    ...(deskOnly.length === 0
      ? []
      : [
          note(
            check,
            `${deskOnly.join(', ')} ${deskOnly.length === 1 ? 'has' : 'have'} no notify_email: only who looks at the desk hears of a booking.`,
          ),
        ]),
    ...(silent.length === 0
      ? [fine(check, `${counted(clinics.length, 'clinic')}, and each is told of its bookings.`)]
      : []),
  ];
}
