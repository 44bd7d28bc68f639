import type { Action, Item } from '../../contract/desk/inbox';
import { apartLines, differ, recordName } from '../../domain/desk/apart';
import { dateInZone } from '../../domain/clinicTime';
import { keyOf, type Ways } from '../../domain/desk/ways';
import { recordDate } from '../../domain/desk/whenAt';
import { CheckIcon, ClockIcon } from '../../ui/icons/booking';
import { animalOf } from '../../ui/peek/animal';
import { AnimalPeek } from '../../ui/peek/AnimalPeek';
import * as common from '../../ui/layout/common.module.css';
import { DeskButton } from './DeskButton';
import type { Press } from './opening';
import * as css from './Apart.module.css';

export interface ApartProps {
  item: Item;
  ways: Ways;
  zone: string;
  /** Why no answer can be given now; null where it can. */
  lockedBy: string | undefined;
  /** Whether digits choose a record here: in an open tray they choose there. */
  hasKeys: boolean;
  onChoose: (action: Action, press: Press) => void;
}

/**
 * Shows what a person has proved beside each record that may be theirs. What differs is bold; the record that the signs
 * speak for stands on tint and has the filled button. Without such a sign none is filled.
 */
export function Apart({ item, ways, zone, lockedBy, hasKeys, onChoose }: ApartProps) {
  const { proved, records } = item;
  const years = records.map(({ since }) => dateInZone(new Date(since), zone).slice(0, 4));
  const visit = (at: string | null) => (at ? recordDate(dateInZone(new Date(at), zone)) : 'None');
  return (
    <div className={css.scroll}>
      <table className={css.apart}>
        <caption className={css.caption}>What was proved, and the records that may be meant</caption>
        <colgroup>
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className={common.vh}>What</span>
            </th>
            <th scope="col">Signed in</th>
            {records.map(({ client_id, is_likely }, place) => (
              <th key={client_id} scope="col" data-likely={is_likely || undefined}>
                {recordName(years, place)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {apartLines(item).map((line) => (
            <tr key={line.name} data-differs={line.differs || undefined}>
              <th scope="row">{line.name}</th>
              <td>
                {line.proved ? <Value>{line.proved}</Value> : <span className={css.soft}>Not said</span>}{' '}
                {line.proved && (line.name === 'Phone' || line.name === 'E-mail') && (
                  <span className={css.proof} data-proved={line.isConfirmed}>
                    {line.isConfirmed ? <CheckIcon size={14} /> : <ClockIcon size={14} />}
                    {line.isConfirmed ? 'Confirmed' : 'Not confirmed'}
                  </span>
                )}
              </td>
              {line.values.map((value, place) => (
                <td key={records[place]?.client_id} data-likely={records[place]?.is_likely || undefined}>
                  {value ? <Value>{value}</Value> : <span className={css.soft}>None</span>}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Pets</th>
            <td className={css.soft}>{proved?.asks ?? 'Not said'}</td>
            {records.map(({ client_id, is_likely, pets }) => (
              <td key={client_id} data-likely={is_likely || undefined}>
                {pets.map(({ name, species, about }) => (
                  <span className={css.pet} key={`${name} ${about}`}>
                    <span className={css.face}>
                      <AnimalPeek animal={animalOf(species)} size={40} />
                    </span>
                    <span>
                      {name}
                      <span className={css.about}>{about}</span>
                    </span>
                  </span>
                ))}
                {pets.length === 0 && <span className={css.soft}>None</span>}
              </td>
            ))}
          </tr>
          <tr data-differs={differ(records.map(({ last_visit }) => visit(last_visit))) || undefined}>
            <th scope="row">Last visit</th>
            <td>
              <span className={common.vh}>Not known</span>
            </td>
            {records.map(({ client_id, is_likely, last_visit }) => (
              <td key={client_id} data-likely={is_likely || undefined}>
                {visit(last_visit)}
              </td>
            ))}
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <span className={common.vh}>Who it is</span>
            </th>
            <td>
              <span className={common.vh}>Not known</span>
            </td>
            {records.map(({ client_id, is_likely, name }, place) => {
              const action = ways.ofRecords.find((each) => each.client_id === client_id);
              return (
                <td key={client_id} data-likely={is_likely || undefined}>
                  {action && (
                    <DeskButton
                      kind={action.is_primary ? 'filled' : 'quiet'}
                      hotkey={hasKeys ? keyOf(action, ways) : null}
                      isLocked={lockedBy !== undefined || action.blocked !== null}
                      describedBy={lockedBy}
                      label={`${action.label}: ${name}, ${recordName(years, place)}`}
                      onClick={(press) => onChoose(action, press)}
                    >
                      {action.label}
                    </DeskButton>
                  )}
                </td>
              );
            })}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** A value, of which an e-mail address breaks before its domain first. */
function Value({ children: value }: { children: string }) {
  const at = value.indexOf('@');
  if (at < 0) return value;
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}
