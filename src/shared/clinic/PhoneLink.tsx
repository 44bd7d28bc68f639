import type { Shop } from '../../contract/shop';
import { shopPhone } from '../../domain/shop/phone';
import * as common from '../../ui/layout/common.module.css';

/** Shows the clinic's phone number within a sentence, as a link that calls it; as text where it cannot be called. */
export function PhoneLink({ shop }: { shop: Pick<Shop, 'phone' | 'phoneCode' | 'phoneNumber'> }) {
  const phone = shopPhone(shop);
  if (!phone) return <>{shop.phone}</>;
  return (
    <a className={`${common.num} ${common.nowrap}`} href={`tel:${phone.dial}`}>
      {phone.shown}
    </a>
  );
}
