import { memo, type ReactNode } from 'react';
import type { Item } from '../../contract/desk/inbox';
import { dateInZone } from '../../domain/clinicTime';
import { markedNote } from '../../domain/desk/markedNote';
import { lookOfMessage } from '../../domain/desk/stateLooks';
import { ownersOf } from '../../domain/desk/ways';
import { comingAt, happenedAt, happenedWords, recordDate } from '../../domain/desk/whenAt';
import { RingIcon, UndoIcon } from '../../ui/icons/answers';
import { AlertIcon, CheckIcon, ClockIcon } from '../../ui/icons/booking';
import { MoneyChip, StateChip } from './StateChip';
import * as css from './ItemParts.module.css';

/** Shows what is asked for, its state and money, and what belongs below it, such as the day. */
export function Ask({ ask, children }: { ask: Item['ask']; children?: ReactNode }) {
  return (
    <section className={css.part} aria-label="What is asked">
      <div className={css.ask}>
        <h3 className={css.askTitle}>{ask.title}</h3>
        <span className={css.chips}>
          {ask.state && <StateChip>{ask.state}</StateChip>}
          {ask.money && <MoneyChip>{ask.money}</MoneyChip>}
        </span>
        {ask.line && <p className={css.askLine}>{ask.line}</p>}
      </div>
      {children}
    </section>
  );
}

/** Shows the owner's own words, the clinic's urgent ones marked, and the notice that the owner saw. */
export const Note = memo(function Note({ note, row }: { note: NonNullable<Item['note']>; row: Item['row'] }) {
  const stretches = markedNote(note.text, note.urgent);
  return (
    <section className={css.part}>
      <h3 className={css.label}>{row.kind === 'undelivered' ? 'What it says' : `${ownersOf(row.owner)} note`}</h3>
      <blockquote className={css.note} dir="auto">
        “
        {stretches.map(({ text, isUrgent }, place) =>
          // A note never changes its order, so its places are its keys.
          isUrgent ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
        )}
        ”
      </blockquote>
      {(note.urgent.length > 0 || note.notice) && (
        <p className={css.urgent}>
          <AlertIcon size={18} />
          <span>
            {note.urgent.length > 0 && <b>Urgent words.</b>} {note.notice}
          </span>
        </p>
      )}
    </section>
  );
});

/** Shows the times that the owner was offered. */
export const Offered = memo(function Offered({
  times,
  zone,
  today,
}: {
  times: Item['offered'];
  zone: string;
  today: string;
}) {
  return (
    <section className={css.part}>
      <h3 className={css.label}>Offered</h3>
      <ol className={css.offered}>
        {times.map(({ at, clinician }) => (
          <li key={`${at} ${clinician}`}>
            <b>{comingAt(new Date(at), zone, today)}</b>
            {clinician && <span>{clinician}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
});

/** How many lines of one record the glance shows. */
const most = 3;

/** Shows what the record says in short: last visit, vaccinations, medications. */
export const Glance = memo(function Glance({ glance, zone }: { glance: NonNullable<Item['glance']>; zone: string }) {
  const { last_visit, vaccinations, medications } = glance;
  const urgentFirst = vaccinations.toSorted((a, b) => rank[a.state] - rank[b.state]);
  return (
    <section className={css.part} aria-label="The pet's record">
      <dl className={css.glance}>
        <div>
          <dt>Last visit</dt>
          {last_visit ? (
            <dd>
              {last_visit.what}, {recordDate(dateInZone(new Date(last_visit.at), zone))}
              {last_visit.clinician && <span>{last_visit.clinician}</span>}
            </dd>
          ) : (
            <dd className={css.none}>None yet</dd>
          )}
        </div>
        <div>
          <dt>Vaccinations</dt>
          {urgentFirst.slice(0, most).map(({ name, state, until }) => (
            <dd key={name}>
              <span className={css.state} data-state={state}>
                {stateSigns[state]}
                {name} {stateWords[state]}
              </span>
              {until && <span>{recordDate(until)}</span>}
            </dd>
          ))}
          <More count={vaccinations.length - most} />
          {vaccinations.length === 0 && <dd className={css.none}>None on record</dd>}
        </div>
        <div>
          <dt>Medications</dt>
          {medications.slice(0, most).map(({ name, since }) => (
            <dd key={name}>
              {name}
              {since && <span>since {recordDate(since).replace(/ \d+,/, '')}</span>}
            </dd>
          ))}
          <More count={medications.length - most} />
          {medications.length === 0 && <dd className={css.none}>None on record</dd>}
        </div>
      </dl>
    </section>
  );
});

const More = ({ count }: { count: number }) => (count > 0 ? <dd className={css.none}>and {count} more</dd> : null);

const rank = { expired: 0, soon: 1, active: 2 };
const stateWords = { expired: 'expired', soon: 'expires', active: 'until' };
const stateSigns = {
  expired: <AlertIcon size={16} />,
  soon: <ClockIcon size={16} />,
  active: <CheckIcon size={16} />,
};

/** Shows who did what, earliest first, and how messages to the owner fared. */
export const Happened = memo(function Happened({
  lines,
  zone,
  today,
}: {
  lines: Item['happened'];
  zone: string;
  today: string;
}) {
  return (
    <section className={css.part}>
      <h3 className={css.label}>What happened</h3>
      <ol className={css.log}>
        {lines.map(({ at, who, what, state, said }) => (
          <li key={`${at} ${who} ${what}`}>
            <time dateTime={at}>{happenedAt(new Date(at), zone, today)}</time>
            <span>
              <span className={css.what}>{happenedWords(who, what)}</span> {state && <Fared state={state} />}
              {said && (
                <details className={css.said}>
                  <summary>What it said</summary>
                  <p>{said}</p>
                </details>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
});

const fares = {
  undo: <UndoIcon size={14} />,
  check: <CheckIcon size={14} />,
  ring: <RingIcon size={14} />,
  bang: <AlertIcon size={14} />,
};

function Fared({ state }: { state: string }) {
  const look = lookOfMessage(state);
  const [word, ...rest] = state.split(' ');
  return (
    <span className={css.fared} data-look={look}>
      <span className={css.sign}>
        {fares[look]}
        {word}
      </span>
      {rest.length > 0 && ` ${rest.join(' ')}`}
    </span>
  );
}
