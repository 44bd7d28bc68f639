import { DROPOFF_SHORT } from '../../../src/domain/appointment/dropoff';
import { formatDateTime } from '../../../src/domain/clinicTime';
import type { Clinic } from '../../calls/clinic';
import { clinicNotice, ownerInShort, ownerLine, ownerName } from '../messages/clinicNotice';
import type { NewMessage } from '../../calls/messages';
import { whatOf } from './ownerMessages';
import type { Visit } from './visit';

/** Notices to the clinic about its appointments (D-218). */

/** What their links need: the portal's origin, and a request's token for the answer page (D-423). */
export type NoticeLinks = { publicUrl: string; answerToken?: string | null };

const when = (clinic: Clinic, at: Date): string => formatDateTime(at, clinic.shop.timezone);

function notice(
  clinic: Clinic,
  visit: Visit,
  said: { what: string; hints?: readonly (string | null)[]; before?: Date },
  { publicUrl, answerToken }: NoticeLinks,
): NewMessage[] {
  const hints = (said.hints ?? []).filter((hint) => hint !== null);
  const at = `${when(clinic, visit.startsAt)}${visit.isDropoff ? `, ${DROPOFF_SHORT}` : ''}`;
  const before = said.before ? `Before: ${when(clinic, said.before)}` : null;
  return clinicNotice(
    clinic,
    {
      kind: 'clinic_notice',
      desk: { kind: 'request', id: visit.id },
      answerToken: answerToken ?? null,
      of: { id: visit.client.client_id, name: ownerName(visit.client) },
      subject: `${said.what}: ${visit.patientName}, ${at}`,
      lines: [
        `${said.what}: ${whatOf(visit)}`,
        at,
        ...(before ? [before] : []),
        '',
        `Pet: ${visit.patientName}${visit.speciesName ? ` (${visit.speciesName})` : ''}`,
        `Owner: ${ownerLine(visit.client)}`,
        ...(visit.note ? ['', `Note: ${visit.note}`] : []),
        ...hints.flatMap((hint) => ['', hint]),
      ],
      short: [
        `${said.what}: ${visit.patientName} (${ownerInShort(visit.client)}), ${whatOf(visit)}, ${at}.`,
        ...(before ? [`${before}.`] : []),
        ...hints,
      ].join(' '),
    },
    publicUrl,
  );
}

const unpaid = (visit: Visit): string | null =>
  visit.isDepositDue ? 'The deposit for this appointment has not been collected.' : null;
const linkless = (visit: Visit): string | null =>
  visit.isVirtual && visit.meetingUrl === null
    ? 'This is a virtual visit without a meeting link in the portal. Please send the owner one.'
    : null;

/** Makes the notice of a booking or a request. */
export const bookingNotices = (clinic: Clinic, visit: Visit, links: NoticeLinks): NewMessage[] =>
  notice(
    clinic,
    visit,
    {
      what: visit.status === 'REQUESTED' ? 'New appointment request' : 'New booking',
      hints: [...visit.said, unpaid(visit), linkless(visit)],
    },
    links,
  );

/** Makes the notice of a request that was booked because its deposit was paid (D-95). */
export const acceptNotices = (clinic: Clinic, visit: Visit, links: NoticeLinks): NewMessage[] =>
  notice(clinic, visit, { what: 'Deposit paid, now booked', hints: [linkless(visit)] }, links);

/** Makes the notice of a cancellation; `deposit` is the sentence about a paid deposit (D-414). */
export const cancelNotices = (clinic: Clinic, visit: Visit, deposit: string | null, links: NoticeLinks): NewMessage[] =>
  notice(clinic, visit, { what: 'Canceled by the owner', hints: [deposit] }, links);

/** Makes the notice of a deposit that was paid after its appointment had been canceled. */
export const lateDepositNotices = (clinic: Clinic, visit: Visit, next: string, links: NoticeLinks): NewMessage[] =>
  notice(
    clinic,
    visit,
    {
      what: `Deposit paid after it was ${visit.status === 'DECLINED' ? 'declined' : 'canceled'}`,
      hints: [next],
    },
    links,
  );

export const moveNotices = (clinic: Clinic, visit: Visit, before: Date, links: NoticeLinks): NewMessage[] =>
  notice(
    clinic,
    visit,
    {
      what: visit.status === 'REQUESTED' ? 'New time requested' : 'Moved by the owner',
      before,
      hints: [unpaid(visit)],
    },
    links,
  );

/** Makes the notice that the owner picked one of the times that the clinic offered instead of `before` (D-425). */
export const pickNotices = (clinic: Clinic, visit: Visit, before: Date, links: NoticeLinks): NewMessage[] =>
  notice(
    clinic,
    visit,
    { what: 'Offered time picked, now booked', before, hints: [unpaid(visit), linkless(visit)] },
    links,
  );
