import type { Shop } from '../../contract/shop';
import { shopPhone } from '../../domain/shop/phone';

/** What only a call can do, and the number (LIST-08, D-42). */
export function CallClinic({ shop, children }: { shop: Shop; children: string }) {
  const phone = shopPhone(shop);
  return (
    <p>
      {children}{' '}
      {phone && (
        <a className="num nowrap" href={`tel:${phone.dial}`}>
          {phone.shown}
        </a>
      )}
    </p>
  );
}
