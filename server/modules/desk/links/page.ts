import { is } from 'superstruct';
import { VisitReason, visitReasons } from '../../../../src/contract/desk/inbox';
import { dateClockWords } from '../../../../src/domain/desk/clockWords';
import type { LinkState } from '../../../../src/domain/desk/answerLink';
import { declineLabels } from '../../../../src/domain/desk/decline';
import { markedNote } from '../../../../src/domain/desk/markedNote';
import type { Place } from '../../../../src/domain/desk/urgent';
import { formatCents } from '../../../../src/domain/shop/money';
import { formatPhone } from '../../../../src/domain/validation/phoneFormat';
import type { Clinic } from '../../../calls/clinic';
import type { VisitRow } from '../../appointments/repository';
import { visitOf } from '../../appointments/visit';
import type { AnswerLink, LinkUse } from '../../messages/answerLinks';
import { ownerName } from '../../messages/clinicNotice';
import { deskLink } from '../../messages/deskLinks';
import { hasProved } from '../../messages/toOwner';
import { defaultColour } from '../../page/colours';
import { Markup, markup } from '../../page/template';
import { drawPage, type DrawnPage } from './look';

/** The request that a link answers, with its clinic, and whether its owner picked another time that was offered for it. */
export type Linked = { clinic: Clinic; link: AnswerLink; row: VisitRow; isPicked: boolean };

/** Stands in a message for what is written in one's own words. */
export const ownWords = '[your own words, if any]';

/** What a form that declines had in it. */
export type Typed = { reason: string | null; words: string };

/** What the owner will read, and by which ways; null where no message goes out. */
type WillRead = { words: string; ways: string } | null;

/** What a decline tells the owner for each reason, with a place for one's own words, and where money goes. */
export type Declines = { told: { reason: VisitReason; willRead: WillRead }[]; money: string | null };

/**
 * What the answers say: what the owner reads once it is accepted, or what stands in the way of that, such as a pet that
 * has died; and what a decline tells.
 */
export type Answers = { willRead: WillRead; hindered: string | null; declines: Declines };

const nothing: readonly Markup[] = [];
const colourOf = ({ shop }: Clinic): string => shop.metadata.brandColor ?? defaultColour;

const deskPart = (link: string, words: string): Markup =>
  markup`<p class="out part"><a href="${link}" rel="noreferrer">${words}</a></p>`;

/**
 * Draws the page on which a request that waits is answered. `fault` says why nothing was done; where it cannot be
 * answered now, the page has no answers.
 */
export function answerPage(
  { clinic, row }: Linked,
  {
    publicUrl,
    told,
    urgent,
    fault,
    typed,
  }: {
    publicUrl: string;
    told: Answers | { blocked: string };
    /** The places of the clinic's urgent words in the note. */
    urgent: readonly Place[];
    fault: string | null;
    /** What was in a form that was not taken. */
    typed: Typed | null;
  },
): DrawnPage {
  const visit = visitOf(clinic, row);
  const when = dateClockWords(row.starts_at, clinic.shop.timezone);
  const owner = ownerName(row);
  const { deposit } = row;
  const paid = deposit?.status === 'complete' ? formatCents(deposit.amount_cents) : null;
  const seen = markup`<input type="hidden" name="seen" value="${row.starts_at.toISOString()}">`;
  const contact = (kind: 'phone' | 'email', text: string) =>
    hasProved(visit.client, kind) ? text : `${text} (not confirmed)`;
  return drawPage({ title: `Request: ${visit.patientName}`, top: clinic.shop.name, clinicColour: colourOf(clinic) }, [
    ...(fault === null ? nothing : [markup`<p class="alert" role="alert">${fault}</p>`]),
    markup`<h1>${visit.patientName}</h1>`,
    markup`<p class="line">${[visit.speciesName, owner].filter(Boolean).join(', ')}</p>`,
    markup`<p class="links">${[
      ...(row.phone
        ? [markup`<a href="tel:${row.phone}">Call ${contact('phone', formatPhone(row.phone.replace(/^\+1/, '')))}</a>`]
        : []),
      ...(row.email ? [markup`<a href="mailto:${row.email}">${contact('email', row.email)}</a>`] : []),
    ]}</p>`,
    markup`<div class="part"><h2>${visit.productName}</h2>
<p>${when}${visit.providerName ? `, ${visit.providerName}` : ''}</p>
<p>${'blocked' in told ? nothing : markup`<span class="tag asked">${row.offer ? 'Offered other times' : 'Requested'}</span>`}${paid === null ? nothing : markup`<span class="tag">${paid} paid</span>`}${visit.isDepositDue ? markup`<span class="tag">Deposit not collected</span>` : nothing}</p></div>`,
    ...(row.note ? [notePart(`${owner}'s note`, row.note, urgent)] : []),
    ...(visit.said.length > 0
      ? [markup`<div class="part">${visit.said.map((sentence) => markup`<p>${sentence}</p>`)}</div>`]
      : []),
    ...('blocked' in told
      ? unsent(typed, seen)
      : [answers({ owner, seen, paid, ...told, isOffered: row.offer !== null, typed })]),
    deskPart(deskLink(publicUrl, clinic.id, { kind: 'request', id: row.id }), 'Open it at the desk'),
  ]);
}

/**
 * Draws one's own words that were not sent, since somebody else was first. With `seen`, that answer can still be taken
 * back, so the words can be sent again.
 */
function unsent(typed: Typed | null, seen: Markup | null): Markup[] {
  const words = typed?.words.trim() ?? '';
  if (words === '') return [];
  return [
    markup`<div class="part"><p class="label">You wrote, and it was not sent</p><p class="note">${words}</p>${
      seen === null || !is(typed?.reason, VisitReason)
        ? nothing
        : markup`<div class="acts"><form method="post">${seen}<input type="hidden" name="answer" value="decline"><input type="hidden" name="reason" value="${typed.reason}"><input type="hidden" name="words" value="${words}"><button class="second">Send it again</button></form></div>`
    }</div>`,
  ];
}

/** Draws the owner's own words, the clinic's urgent ones marked. */
const notePart = (label: string, note: string, urgent: readonly Place[]): Markup =>
  markup`<div class="part"><p class="label">${label}</p><p class="note">${markedNote(note, urgent).map(
    ({ text, isUrgent }) => (isUrgent ? markup`<mark>${text}</mark>` : markup`${text}`),
  )}</p>${urgent.length > 0 ? markup`<p class="urgent">Urgent words.</p>` : nothing}</div>`;

/** Draws what a decline tells the owner: that of the chosen reason alone, or of each where a browser cannot choose. */
const declinePart = (owner: string, { told, money }: Declines): Markup =>
  markup`${
    told.some(({ willRead }) => willRead !== null)
      ? markup`<div class="told"><p class="label">${owner} will read${
          told[0]?.willRead ? ` (${told[0].willRead.ways})` : ''
        }</p><p class="line none">The message stands here once a reason is chosen.</p>${told.map(
          ({ reason, willRead }) => markup`<p class="note" data-reason="${reason}">${willRead?.words ?? ''}</p>`,
        )}</div>`
      : markup`<p class="line">${owner} gets no message. Please call.</p>`
  }${money === null ? nothing : markup`<p class="money"><b>${money}</b> It starts at once, and nobody can undo it.</p>`}`;

/** Draws the answers, with what the owner will read. */
const answers = ({
  owner,
  seen,
  paid,
  willRead,
  hindered,
  declines,
  isOffered,
  typed,
}: {
  owner: string;
  seen: Markup;
  paid: string | null;
  isOffered: boolean;
  typed: Typed | null;
} & Answers): Markup => markup`<div class="part">${
  hindered !== null
    ? markup`<p class="line">${hindered}</p>`
    : willRead === null
      ? markup`<p class="line">${owner} gets no message. Please call.</p>`
      : markup`<p class="label">${owner} will read (${willRead.ways})</p><p class="note">${willRead.words}</p>`
}
<div class="acts">
${hindered === null ? markup`<form method="post">${seen}<input type="hidden" name="answer" value="accept"><button class="primary">Accept</button></form>` : nothing}
${isOffered || hindered !== null ? nothing : markup`<form method="post">${seen}<input type="hidden" name="answer" value="offer"><button class="second">We will offer another time</button></form>`}
<details${typed === null ? nothing : new Markup(' open')}><summary>Decline</summary>
<form method="post">${seen}<input type="hidden" name="answer" value="decline">
<fieldset><legend class="label">Why</legend>
${visitReasons.map((reason) => markup`<label class="choice"><input type="radio" name="reason" value="${reason}" required${typed?.reason === reason ? new Markup(' checked') : nothing}>${declineLabels[reason]}</label>`)}
</fieldset>
<label class="label" for="words">In your own words</label>
<textarea id="words" name="words" maxlength="500">${typed?.words ?? ''}</textarea>
${declinePart(owner, declines)}
<button class="red">${paid === null ? 'Decline' : `Decline and refund ${paid}`}</button>
</form></details>
</div></div>`;

const usedFor: Readonly<Record<LinkUse, { title: string; says: (owner: string) => string }>> = {
  accept: { title: 'Accepted', says: (owner) => `${owner} is being told.` },
  decline: { title: 'Declined', says: (owner) => `${owner} is being told.` },
  offer: {
    title: 'Another time will be offered',
    says: () => 'The request waits at the desk: choose the times there.',
  },
};

const ended: Readonly<Record<Exclude<LinkState, 'live' | 'used'>, { title: string; says: (owner: string) => string }>> =
  {
    canceled: { title: 'Canceled', says: (owner) => `${owner} canceled this request. Nothing was changed.` },
    accepted: { title: 'Accepted already', says: () => 'Somebody accepted this request before. Nothing was changed.' },
    picked: {
      title: 'Another time was picked',
      says: (owner) => `${owner} picked one of the times that were offered, and it is booked. Nothing was changed.`,
    },
    declined: { title: 'Declined already', says: () => 'Somebody declined this request before. Nothing was changed.' },
    replaced: {
      title: 'There is a newer notice',
      says: (owner) => `${owner} changed this request. The link in the newer notice answers it.`,
    },
    over: {
      title: 'Its time has passed',
      says: () => 'This request was for a time that is over. Nothing was changed.',
    },
    expired: { title: 'This link has ended', says: () => 'Links in notices are good for seven days.' },
  };

/**
 * Draws the page of a link that was used, or that answers nothing any more. `tried` is the answer of a form that came too
 * late, `typed` what was in it.
 */
export function endedPage(
  { clinic, link, row }: Linked,
  state: Exclude<LinkState, 'live'>,
  {
    publicUrl,
    tried,
    typed,
    answered,
  }: {
    publicUrl: string;
    tried: LinkUse | null;
    typed: Typed | null;
    /** Who accepted or declined it elsewhere, and when, as a sentence; null where nobody is known to have. */
    answered: string | null;
  },
): DrawnPage {
  // A form that is sent twice has been taken once.
  const isBeaten = state === 'used' && tried !== null && tried !== link.used_for;
  const visit = visitOf(clinic, row);
  const zone = clinic.shop.timezone;
  const { title, says } = state === 'used' ? usedFor[link.used_for!] : ended[state];
  const by = state === 'used' ? `By this link, ${dateClockWords(link.used_at!, zone)}.` : null;
  return drawPage({ title, top: clinic.shop.name, clinicColour: colourOf(clinic) }, [
    ...(isBeaten
      ? [markup`<p class="alert" role="alert">Your answer was not taken: somebody was first by this link.</p>`]
      : nothing),
    markup`<h1>${title}</h1>`,
    markup`<p>${answered === null ? says(ownerName(row)) : `${answered} Nothing was changed.`}</p>`,
    ...(by === null ? nothing : [markup`<p class="line">${by}</p>`]),
    markup`<div class="part"><h2>${visit.patientName}, ${visit.productName}</h2>
<p>${dateClockWords(row.starts_at, zone)}${visit.providerName ? `, ${visit.providerName}` : ''}</p></div>`,
    // A form that is sent twice has been taken once.
    ...(typed?.words.trim() === row.details.decline_words ? nothing : unsent(typed, null)),
    deskPart(deskLink(publicUrl, clinic.id, { kind: 'request', id: row.id }), 'Open it at the desk'),
  ]);
}

/** Draws a page that tells nothing of any clinic: for a link that was never given out, or too many tries. */
export const plainPage = (title: string, says: string, publicUrl: string): DrawnPage =>
  drawPage({ title, top: 'Clinic portal', clinicColour: defaultColour }, [
    markup`<h1>${title}</h1>`,
    markup`<p>${says}</p>`,
    deskPart(`${publicUrl}/admin/inbox`, 'Open the desk'),
  ]);
