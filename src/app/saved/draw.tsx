import '../../ui/look/tokens.css';
import '../../ui/look/base.css';
import '../../ui/layout/common.module.css';
import '../start/late.css';
import { knownZone } from '../../contract/zone';
import { AppointmentsPage } from '../../features/appointments/AppointmentsPage';
import { PetsPage } from '../../features/pets/PetsPage';
import { deviceNow } from '../../offline/clock';
import { rootAttributes } from '../../offline/rootAttributes';
import { ClinicFrame } from '../frame/ClinicFrame';
import { Offline } from '../frame/Offline';
import { PortalBottomBar, PortalSideMenu, UserMenu } from '../frame/portalMenus';
import { drawn, type Saved } from './drawn';
import { beginAnew } from './standIns/react';
import { escaped, toHtml } from './toHtml';

/**
 * The document, with its places left open, the style of everything that is drawn here, and the part of it that the frame
 * needs: the build writes them.
 */
declare const __PAGE__: string;
declare const __STYLE__: string;
declare const __FRAME_STYLE__: string;

const titles = { pets: 'My Pets', appointments: 'My Appointments' } as const;
const nothing = () => undefined;

/** Draws the document of an owner's page up to its heading, which `copies` need not go beyond, in the style of the frame. */
export function drawFrame(saved: Saved): string {
  const { shop, look } = saved;
  const places: Readonly<Record<string, string>> = {
    attributes: rootAttributes(shop.metadata.brandColor ?? '', look.skin),
    title: escaped(`${titles[saved.page]} – ${shop.name}`),
    style: styled(__FRAME_STYLE__),
  };
  const document = before.replace(/\{\{(\w+)\}\}/g, (_, name: string) => places[name] ?? '');
  return `${document}${headed(drawScreen(saved))}`;
}

/**
 * Draws the rest of the document, after a frame from the same clinic and owner. The whole style comes first: a slow phone
 * takes longer to read it than to paint the frame.
 */
export function drawRows(saved: Saved): string {
  const screen = drawScreen(saved);
  return styled(__STYLE__) + screen.slice(headed(screen).length) + after;
}

/** Draws the rest of the document without any rows, where they cannot be read. */
export function drawEnd(saved: Saved): string {
  const screen = drawScreen(saved);
  return `${styled(__STYLE__)}</div>${screen.slice(screen.indexOf('</main>'))}${after}`;
}

const styled = (style: string): string => `<style>${style}</style>`;

const [before = '', after = ''] = __PAGE__.split('{{screen}}');

const headed = (screen: string): string => screen.slice(0, screen.indexOf('</h1>') + '</h1>'.length);

/**
 * Draws an owner's page from what the device has saved, as the app draws it first: by the same components, with the
 * stand-ins of ./standIns in place of React, the store and the API.
 */
function drawScreen(saved: Saved): string {
  const { page, reader, look } = saved;
  const shop = { ...saved.shop, timezone: knownZone(saved.shop.timezone) };
  drawn.saved = { ...saved, shop };
  beginAnew();
  const menu = { shop, kept: {}, page };
  return toHtml(
    <ClinicFrame
      shop={shop}
      nowIso={new Date(deviceNow() + look.clockOffset).toISOString()}
      narrow={look.narrow}
      strips={<Offline />}
      account={<UserMenu {...menu} firstName={reader.firstName} onSignOut={nothing} />}
      menu={<PortalSideMenu {...menu} collapsed={look.narrow} onCollapse={nothing} onSignOut={nothing} />}
      bottom={<PortalBottomBar {...menu} />}
    >
      {page === 'pets' ? <PetsPage shop={shop} onTextUs={nothing} /> : <AppointmentsPage shop={shop} />}
    </ClinicFrame>,
  );
}
