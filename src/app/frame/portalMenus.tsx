import { useState } from 'react';
import type { Shop } from '../../contract/shop';
import { can, portalRole } from '../../domain/ability';
import { bookingSwitches, isBookingOff } from '../../domain/shop/settings';
import { splitName } from '../../domain/validation/name';
import { BottomBar, type BarItem } from '../../ui/navigation/BottomBar';
import { CalendarIcon, CalendarPlusIcon, UserIcon } from '../../ui/icons/booking';
import { PawIcon, SignOutIcon } from '../../ui/icons/portal';
import { Link } from '../../ui/actions/Link';
import { Menu, Segments } from '../../ui/navigation/Menu';
import { SideMenu } from '../../ui/navigation/SideMenu';
import { tellLook } from '../../offline/forWorker';
import { savedSkin, saveSkin, showSkin, type Skin } from '../../ui/look/skin';
import { portalHref, scheduleHref, type Kept } from './addresses';
import * as common from '../../ui/layout/common.module.css';
import * as css from './UserMenu.module.css';

/** The pages in a signed-in owner's menus, which load after the first screen. */
export type PortalPage = 'pets' | 'appointments' | 'book' | 'account';

interface PortalProps {
  shop: Shop;
  kept: Kept;
  page?: PortalPage | undefined;
}

const canBook = (shop: Shop): boolean => !isBookingOff(bookingSwitches(shop.feature_settings));

/**
 * Lists the portal's pages for the menus, without Book New Appointment while online booking is disabled (LAYOUT-01,
 * LAYOUT-02, ROLE-05).
 */
function pages({ shop, kept, page }: PortalProps): BarItem[] {
  const all: BarItem[] = [
    { key: 'pets', href: portalHref(shop.id, 'pets'), icon: <PawIcon />, text: 'My Pets', short: 'Pets' },
    {
      key: 'appointments',
      href: portalHref(shop.id, 'appointments'),
      icon: <CalendarIcon />,
      text: 'My Appointments',
      short: 'Appointments',
    },
    {
      key: 'book',
      href: scheduleHref(shop.id, kept),
      icon: <CalendarPlusIcon />,
      text: 'Book New Appointment',
      short: 'Book',
    },
    { key: 'account', href: portalHref(shop.id, 'account'), icon: <UserIcon />, text: 'My Account', short: 'Account' },
  ];
  return all
    .filter(({ key }) => can(portalRole, 'read', 'calendar') && (key !== 'book' || canBook(shop)))
    .map((item) => ({ ...item, current: item.key === page }));
}

/** The portal's pages below 992 px. */
export const PortalBottomBar = (props: PortalProps) => <BottomBar label="Portal" items={pages(props)} />;

export interface PortalSideMenuProps extends PortalProps {
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
  onSignOut: () => void;
}

/** The portal's pages from 992 px, and Sign Out. */
export function PortalSideMenu({ collapsed, onCollapse, onSignOut, ...portal }: PortalSideMenuProps) {
  return (
    <SideMenu
      label="Portal"
      items={pages(portal)}
      action={{ icon: <SignOutIcon />, text: 'Sign Out', onPress: onSignOut }}
      collapsed={collapsed}
      onCollapse={onCollapse}
      collapseText="Collapse menu"
      expandText="Expand menu"
    />
  );
}

export interface UserMenuProps {
  shop: Shop;
  kept: Kept;
  /** The user's name as stored, which is the full name (ENT-02). */
  firstName: string | null;
  onSignOut: () => void;
}

/** The navbar's menu of a signed-in owner (LAYOUT-14, LAYOUT-15). */
export function UserMenu({ shop, kept, firstName, onSignOut }: UserMenuProps) {
  const name = splitName(firstName ?? '').first || 'Account';
  return (
    <Menu
      label={`${name}, menu`}
      face={
        <>
          <span className={css.me} aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className={`${css.name} ${common.wideOnly}`}>{name}</span>
        </>
      }
    >
      <nav aria-label="Account">
        <Link href={portalHref(shop.id, 'account')}>
          <UserIcon />
          My Account
        </Link>
        <Link href={portalHref(shop.id, 'pets')}>
          <PawIcon />
          My Pets
        </Link>
        <Link href={portalHref(shop.id, 'appointments')}>
          <CalendarIcon />
          My Appointments
        </Link>
        {canBook(shop) && (
          <Link href={scheduleHref(shop.id, kept)}>
            <CalendarPlusIcon />
            Schedule Now
          </Link>
        )}
      </nav>
      <hr />
      <SkinChoice />
      <hr />
      <button type="button" onClick={onSignOut}>
        <SignOutIcon />
        Sign Out
      </button>
    </Menu>
  );
}

const skins: readonly { value: Skin; label: string }[] = [
  { value: 'system', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Light, dark, or the device's choice (LAYOUT-19, D-113). */
export function SkinChoice() {
  const [skin, setSkin] = useState(savedSkin);
  const keep = (chosen: Skin) => {
    saveSkin(chosen);
    tellLook();
  };
  const show = (chosen: Skin) => {
    setSkin(chosen);
    showSkin(chosen);
  };
  return <Segments label="Appearance" name="skin" value={skin} options={skins} onPick={keep} onChange={show} />;
}
