import type { ReactNode } from 'react';
import type { Shop } from '../../contract/shop';
import { shopPhone } from '../../domain/shop/phone';
import { Button, LinkButton } from '../../ui/actions/Button';
import { ChatIcon } from '../../ui/icons/frame';
import { PhoneIcon } from '../../ui/icons/contact';
import * as common from '../../ui/layout/common.module.css';

/** Shows the clinic's phone number as a button that calls it; nothing for a clinic without a phone. */
export function PhoneButton({ shop, aside, icon }: { shop: Shop; aside?: boolean | undefined; icon?: ReactNode }) {
  const phone = shopPhone(shop);
  return (
    phone && (
      <LinkButton kind={aside ? 'quiet' : 'filled'} href={`tel:${phone.dial}`} icon={icon}>
        <span className={common.num}>{phone.shown}</span>
      </LinkButton>
    )
  );
}

export interface ContactButtonsProps {
  shop: Shop;
  /** The words of the button for text-us. */
  textUs: string;
  onTextUs: () => void;
  /** Makes the phone less prominent, because the screen's main action is elsewhere. */
  aside?: boolean | undefined;
}

/** Shows the clinic's phone and text-us as buttons. */
export function ContactButtons({ shop, textUs, onTextUs, aside }: ContactButtonsProps) {
  return (
    <div className={common.stack}>
      <PhoneButton shop={shop} aside={aside} icon={<PhoneIcon />} />
      <Button kind="quiet" icon={<ChatIcon />} onClick={onTextUs}>
        {textUs}
      </Button>
    </div>
  );
}
