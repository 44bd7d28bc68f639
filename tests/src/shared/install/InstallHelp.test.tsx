// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InstallHelp } from '../../../../src/shared/install/InstallHelp';
import { keepInstallOffer } from '../../../../src/shared/install/installOffer';

beforeAll(keepInstallOffer);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
});

const show = () => render(<InstallHelp clinicName="Oakwood" />);
const title = () => screen.queryByText('Keep Oakwood on this device');
function offered() {
  let prompts = 0;
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => void (prompts += 1),
  });
  act(() => void window.dispatchEvent(event));
  return { event, prompts: () => prompts };
}

describe('install help (D-306)', () => {
  it('is silent where the browser offers nothing', () => {
    show();
    expect(title()).toBeNull();
  });

  it("shows the browser's prompt once it is wanted, and never again", () => {
    const { event, prompts } = offered();
    expect(event.defaultPrevented).toBe(true);
    show();
    expect(prompts()).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(prompts()).toBe(1);
    cleanup();
    offered();
    show();
    expect(title()).toBeNull();
  });

  it('goes for good when it is sent away', () => {
    offered();
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(title()).toBeNull();
    cleanup();
    show();
    expect(title()).toBeNull();
  });

  it('tells the way of the share sheet on iOS', () => {
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
    show();
    Reflect.deleteProperty(navigator, 'standalone');
    expect(screen.getByText(/Tap Share, then Add to Home Screen/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
  });
});
