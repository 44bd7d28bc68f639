import type { Shop } from '../../contract/shop';
import { shopPhone } from '../../domain/shop/phone';
import * as common from '../../ui/layout/common.module.css';

/** Shows a text that asks to call the clinic, with its number (LIST-08, D-42). */
export function CallClinic({ shop, children }: { shop: Shop; children: string }) {
  const phone = shopPhone(shop);
  return (
    <p>
      {children}{' '}
      {phone && (
        <a className={`${common.num} ${common.nowrap}`} href={`tel:${phone.dial}`}>
          {phone.shown}
        </a>
      )}
    </p>
  );
}
