import type { ReactNode, Ref } from 'react';
import type { Item } from '../../contract/desk/inbox';
import { sinceWord } from '../../domain/desk/words';
import { happenedInWords } from '../../domain/desk/whenAt';
import { ClockIcon, MailIcon, UserIcon } from '../../ui/icons/booking';
import { PhoneIcon } from '../../ui/icons/contact';
import * as css from './ItemHead.module.css';

export interface ItemHeadProps {
  item: Item;
  zone: string;
  today: string;
  /** When it is due, as the list says it. */
  due?: ReactNode;
  heading: Ref<HTMLHeadingElement>;
  id: string;
}

/** Shows whom an item is about, when it is due and was asked, and the owner's contacts. */
export function ItemHead({ item, zone, today, due, heading, id }: ItemHeadProps) {
  const { row, pet_line, phone, email } = item;
  const title = row.pet?.name ?? row.owner;
  const isOwnerTitled = !row.pet || row.pet.name === row.owner;
  const isTelling = item.records.length > 0;
  return (
    <>
      <header className={css.head}>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1} className={css.title}>
            {title}
          </h2>
          {(pet_line || isTelling) && (
            <p className={css.line} data-part="line">
              {pet_line ?? row.what}
            </p>
          )}
        </div>
        <div className={css.when}>
          {due}
          <p className={css.line} data-part="line">
            {sinceWord(row.kind)} {happenedInWords(new Date(row.asked_at), zone, today)}
          </p>
        </div>
      </header>
      {!isTelling && (
        <ul className={css.contacts} data-part="contacts">
          {!isOwnerTitled && (
            <li className={css.owner}>
              <UserIcon size={18} />
              {row.owner}
            </li>
          )}
          {phone && (
            <li>
              <a href={`tel:${phone.value.replace(/[^+\d]/g, '')}`}>
                <PhoneIcon size={18} />
                {phone.value}
              </a>
              {!phone.is_confirmed && <Unproved />}
            </li>
          )}
          {email && (
            <li>
              <a href={`mailto:${email.value}`}>
                <MailIcon size={18} />
                {email.value}
              </a>
              {!email.is_confirmed && <Unproved />}
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** Says that a contact was given and never proved. */
const Unproved = () => (
  <span className={css.unproved}>
    <ClockIcon size={14} />
    Not confirmed
  </span>
);
