import type { Shop } from '../../contract/shop';
import { PhoneLink } from '../../shared/clinic/PhoneLink';

/** Shows a text that asks to call the clinic, with its number (LIST-08, D-42). */
export function CallClinic({ shop, children }: { shop: Shop; children: string }) {
  return (
    <p>
      {children} <PhoneLink shop={shop} />
    </p>
  );
}
