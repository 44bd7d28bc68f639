// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FirstScreen } from '../../../../src/app/frame/FirstScreen';
import { fetchParts } from '../../../../src/shared/clinic/lazyParts';
import { exampleShop } from '../../shop';

const SATURDAY = '2026-11-21T16:00:00.000Z';
const hour = (day: number, startHour: number, endHour: number) => ({
  day,
  offline: false,
  startHour,
  startMinute: 0,
  endHour,
  endMinute: 0,
});
const shop = exampleShop({ metadata: { businessHours: [hour(5, 8, 17), hour(6, 9, 13)] } });
const withSettings = (feature_settings: Record<string, unknown>) => ({ ...shop, feature_settings });
const choices = () =>
  within(screen.getByRole('main'))
    .getAllByRole('button')
    .map((button) => button.textContent);

beforeAll(() => fetchParts());
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe('the first screen', () => {
  it('asks, and offers both answers, a text and a login', () => {
    render(<FirstScreen shop={shop} nowIso={SATURDAY} kept={{ utmSource: 'mail' }} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Have you visited Oakwood Animal Hospital before?',
    );
    expect(choices()).toEqual(['New client', 'Returning client']);
    expect(screen.getByRole('button', { name: 'Text us' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(
      '/oakwood?redirect=pets&utm_source=mail',
    );
  });

  it('shows contact and hours, today in bold', () => {
    render(<FirstScreen shop={shop} nowIso={SATURDAY} />);
    expect(screen.getByRole('link', { name: /512-555-0100/ }).getAttribute('href')).toBe('sms:+15125550100');
    expect(screen.getByText('Open today until 1:00 PM')).toBeTruthy();
    const today = within(screen.getByLabelText('Business hours'))
      .getAllByText(/\(today\)/)
      .map((mark) => mark.parentElement!)
      .flatMap((day) => [day, day.nextElementSibling!].map((cell) => [cell.textContent, cell.className !== '']));
    expect(today).toEqual([
      ['Sat (today)', true],
      ['9:00 AM - 1:00 PM', true],
    ]);
  });

  it('hides hours when the clinic says so', () => {
    const { container } = render(
      <FirstScreen shop={withSettings({ hide_client_booking_hours_enabled: true })} nowIso={SATURDAY} />,
    );
    expect(container.querySelector('dl')).toBeNull();
  });

  it("asks in the clinic's own words", () => {
    render(
      <FirstScreen
        shop={withSettings({
          custom_online_booking_client_type_text: { enabled: true, text: 'Been here <b>before</b>?' },
        })}
        nowIso={SATURDAY}
      />,
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Been here <b>before</b>?');
  });

  it.each([
    [{ new_client_booking_disabled: true }, ['Returning client', 'Text us']],
    [{ returning_client_booking_disabled: true }, ['New client']],
    [{ online_booking_disabled: true }, ['Text us']],
    [{ new_client_booking_disabled: true, returning_client_booking_disabled: true }, ['Text us']],
  ])('with %j offers %j', (settings, offered) => {
    render(<FirstScreen shop={withSettings(settings)} nowIso={SATURDAY} />);
    expect(choices()).toEqual(offered);
  });

  it.each([[{ online_booking_disabled: true }], [{ new_client_booking_disabled: true }]])(
    'with %j shows the phone (DISABLED-03, D-54)',
    (settings) => {
      render(<FirstScreen shop={withSettings(settings)} nowIso={SATURDAY} />);
      expect(within(screen.getByRole('main')).getByRole('link', { name: '512-555-0100' }).getAttribute('href')).toBe(
        'tel:+15125550100',
      );
    },
  );

  it('shows the phone to a known client where only new ones book (D-54)', () => {
    render(
      <FirstScreen shop={withSettings({ returning_client_booking_disabled: true })} view="call" nowIso={SATURDAY} />,
    );
    expect(choices()).toEqual(['Text us']);
    expect(screen.getByRole('link', { name: '512-555-0100' })).toBeTruthy();
  });
});
