import { useMemo, type ReactNode } from 'react';
import type { Shop } from '../../contract/shop';
import * as limits from '../../limits';
import { ChatIcon } from '../../ui/icons/frame';
import { Link } from '../../ui/actions/Link';
import { FrameContext } from '../../ui/layout/Screen';
import { loginHref, type Kept } from './addresses';
import { showsHours } from '../../domain/shop/showsHours';
import { ClinicMark } from '../../shared/clinic/ClinicMark';
import { BusinessHours, ContactInfo, ScrollToTop } from '../../shared/clinic/lazyParts';
import * as tap from '../../ui/actions/Tap.module.css';

export interface ClinicFrameProps {
  shop: Shop;
  nowIso: string;
  kept?: Kept | undefined;
  onTextUs?: (() => void) | undefined;
  /** The signed-in owner's menu (`UserMenu`); without it the bar offers Login. */
  account?: ReactNode;
  /** The signed-in owner's navigation (`PortalSideMenu`, `PortalBottomBar`), loaded after the first screen. */
  menu?: ReactNode;
  bottom?: ReactNode;
  /** Whether the side menu is collapsed. */
  narrow?: boolean | undefined;
  /** Slate strips below the bar: offline, a new version. */
  strips?: ReactNode;
  children: ReactNode;
}

const NOTHING: Kept = {};

/** Gives every `Screen` inside it the clinic's frame: brand, Text us, Login or account, contact and hours. */
export function ClinicFrame({
  shop,
  nowIso,
  kept = NOTHING,
  onTextUs,
  account,
  menu,
  bottom,
  narrow,
  strips,
  children,
}: ClinicFrameProps) {
  const parts = useMemo(
    () => ({
      side: {
        label: shop.name,
        content: (
          <>
            <ClinicMark shop={shop} place="side" />
            {menu}
          </>
        ),
      },
      mark: <ClinicMark shop={shop} place="bar" />,
      actions: (
        <>
          <TextUs onPress={onTextUs} />
          {account ?? (
            <Link className={tap.tap} data-extra="" href={loginHref(shop.id, kept)}>
              Login
            </Link>
          )}
        </>
      ),
      contact: { label: 'Contact Info', content: <ContactInfo shop={shop} /> },
      hours: showsHours(shop)
        ? { label: 'Business hours', content: <BusinessHours shop={shop} nowIso={nowIso} /> }
        : undefined,
      strips,
      bottom,
      narrow,
    }),
    [shop, nowIso, kept, onTextUs, account, menu, bottom, narrow, strips],
  );
  return (
    <FrameContext.Provider value={parts}>
      {children}
      <ScrollToTop label="Scroll to top" after={limits.scrollToTopAfter} />
    </FrameContext.Provider>
  );
}

function TextUs({ onPress }: { onPress?: (() => void) | undefined }) {
  return (
    <button type="button" className={tap.tap} aria-label="Text us" onClick={onPress}>
      <ChatIcon />
      <span data-extra="">Text us</span>
    </button>
  );
}
