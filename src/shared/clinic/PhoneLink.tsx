import type { Shop } from '../../contract/shop';
import { shopPhone } from '../../domain/shop/phone';
import * as common from '../../ui/layout/common.module.css';

interface PhoneLinkProps {
  shop: Pick<Shop, 'phone' | 'phoneCode' | 'phoneNumber'>;
  /** What follows the number in its sentence and must not begin a line. */
  mark?: ',' | '.';
}

/** Shows the clinic's phone number within a sentence, as a link that calls it; as text where it cannot be called. */
export function PhoneLink({ shop, mark }: PhoneLinkProps) {
  const phone = shopPhone(shop);
  if (!phone) return `${shop.phone}${mark ?? ''}`;
  return (
    <span className={common.nowrap}>
      <a className={common.num} href={`tel:${phone.dial}`}>
        {phone.shown}
      </a>
      {mark}
    </span>
  );
}
