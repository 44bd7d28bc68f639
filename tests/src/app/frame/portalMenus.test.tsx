// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { savedCollapsed, saveCollapsed } from '../../../../src/app/frame/collapsedMenu';
import { PortalBottomBar, PortalSideMenu, UserMenu } from '../../../../src/app/frame/portalMenus';
import { NavigateContext } from '../../../../src/ui/actions/Link';
import { exampleShop } from '../../shop';

const shop = exampleShop();
const kept = { utmSource: 'mail', productToken: 'secret' };
const nothing = () => undefined;
const links = (name: string) => within(screen.getByRole('navigation', { name })).getAllByRole('link');
const targets = (name: string) =>
  links(name).map((link) => `${link.getAttribute('aria-label') ?? link.textContent} ${link.getAttribute('href')}`);

afterEach(() => {
  cleanup();
  localStorage.clear();
  delete document.documentElement.dataset['skin'];
});

describe('the user menu', () => {
  it('leads to every page, keeps the query, follows in the app and closes', async () => {
    const navigate = vi.fn();
    render(
      <NavigateContext.Provider value={navigate}>
        <UserMenu shop={shop} kept={kept} firstName="Riley" onSignOut={nothing} />
      </NavigateContext.Provider>,
    );
    const button = screen.getByRole('button', { name: 'Riley, menu', expanded: false });
    await userEvent.click(button);
    expect(targets('Account')).toEqual([
      'My Account /oakwood/account',
      'My Pets /oakwood/pets',
      'My Appointments /oakwood/appointments',
      'Schedule Now /oakwood?utm_source=mail&product_token=secret',
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'My Pets' }));
    expect(navigate).toHaveBeenCalledWith('/oakwood/pets');
    expect(screen.queryByRole('navigation')).toBeNull();
    await userEvent.click(button);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('signs out, and remembers the skin', async () => {
    const onSignOut = vi.fn();
    render(<UserMenu shop={shop} kept={kept} firstName={null} onSignOut={onSignOut} />);
    await userEvent.click(screen.getByRole('button', { name: 'Account, menu' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(localStorage.getItem('skin'), 'a page that is left before the paint has it').toBe('dark');
    const skin = () => [document.documentElement.dataset['skin'], localStorage.getItem('skin')];
    await vi.waitFor(() => expect(skin()).toEqual(['dark', 'dark']));
    await userEvent.click(screen.getByRole('radio', { name: 'Auto' }));
    await vi.waitFor(() => expect(skin()).toEqual([undefined, null]));
    await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(onSignOut).toHaveBeenCalledOnce();
  });
});

describe('the ways around', () => {
  it('mark the current page and keep full names under short words', () => {
    render(<PortalBottomBar shop={shop} kept={{}} page="pets" />);
    expect(targets('Portal')).toEqual([
      'My Pets /oakwood/pets',
      'My Appointments /oakwood/appointments',
      'Book New Appointment /oakwood',
      'My Account /oakwood/account',
    ]);
    expect(links('Portal').map((link) => link.textContent)).toEqual(['Pets', 'Appointments', 'Book', 'Account']);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Pets');
  });

  it('do not offer booking where it is disabled', () => {
    render(<PortalBottomBar shop={exampleShop({ feature_settings: { online_booking_disabled: true } })} kept={{}} />);
    expect(links('Portal').map((link) => link.textContent)).toEqual(['Pets', 'Appointments', 'Account']);
  });

  it('fold, and keep their names', async () => {
    const onCollapse = vi.fn();
    render(<PortalSideMenu shop={shop} kept={{}} collapsed onCollapse={onCollapse} onSignOut={nothing} />);
    expect(screen.getByRole('link', { name: 'My Pets' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Expand menu', expanded: false }));
    expect(onCollapse).toHaveBeenCalledWith(false);
  });

  it('remember being folded', () => {
    expect(savedCollapsed()).toBe(false);
    saveCollapsed(true);
    expect(savedCollapsed()).toBe(true);
  });
});
