import type { Shop } from '../../contract/shop';
import { PhoneLink } from './PhoneLink';

/** Shows a sentence with the clinic's number in it. What follows the number at once stays on its line. */
export function PhoneSentence({ shop, before, after }: { shop: Shop; before: string; after: string }) {
  const mark = after[0] === ',' || after[0] === '.' ? after[0] : '';
  return (
    <>
      {before}
      <PhoneLink shop={shop} {...(mark ? { mark } : {})} />
      {after.slice(mark.length)}
    </>
  );
}
