import type { ReactNode } from 'react';
import type { Shop } from '../../contract/shop';
import { mapHref } from '../../domain/shop/map';
import { shopPhone } from '../../domain/shop/phone';
import { website } from '../../domain/shop/website';
import { GlobeIcon, PhoneIcon, PinIcon } from '../../ui/icons/contact';
import * as common from '../../ui/layout/common.module.css';
import * as css from './ContactInfo.module.css';

/** Phone as a text-message link, address to a map, website (LAYOUT-05 to 08, D-108, D-110). */
export function ContactInfo({ shop }: { shop: Shop }) {
  const phone = shopPhone(shop);
  const map = mapHref(shop);
  const site = website(shop.url);
  return (
    <>
      <h2>Contact Info</h2>
      <div className={css.contact}>
        {phone && (
          <a className={common.num} href={`sms:${phone.dial}`}>
            <PhoneIcon size={20} />
            <span>
              <span className={common.vh}>Text </span>
              {phone.shown}
            </span>
          </a>
        )}
        {shop.address && (
          <Outward href={map}>
            <PinIcon size={20} />
            <span>{shop.address}</span>
          </Outward>
        )}
        {site && (
          <Outward href={site.href}>
            <GlobeIcon size={20} />
            <span>{site.shown}</span>
          </Outward>
        )}
      </div>
    </>
  );
}

function Outward({ href, children }: { href: string | null; children: ReactNode }) {
  if (!href) return <div>{children}</div>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
