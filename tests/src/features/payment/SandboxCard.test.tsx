// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SandboxCard } from '../../../../src/features/payment/SandboxCard';
import type { CardEntry, Confirmed } from '../../../../src/features/payment/provider';
import { ok, tinyServer } from '../../../support/tinyServer';
import { apiStore, guest } from '../../api/support';

let provider: Awaited<ReturnType<typeof tinyServer>>;
beforeEach(async () => {
  provider = await tinyServer((_, response) => ok(response, { status: 'succeeded', message: null, next_action: null }));
});
afterEach(async () => {
  cleanup();
  await provider.close();
});

/** A form that pays with the card it was last told of, as the deposit's does. */
function PayForm({ onPaid }: { onPaid: (paid: Promise<Confirmed>) => void }) {
  const [entry, setEntry] = useState<CardEntry | null>(null);
  const [tellings, setTellings] = useState(0);
  const hear = useCallback((told: CardEntry | null) => {
    setEntry(told);
    setTellings((count) => count + 1);
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (entry) onPaid(entry.confirm({ clientSecret: 'seti_1_secret_x', email: null }));
      }}
    >
      <SandboxCard purpose="setup" publicKey={null} account={null} isLocked={false} onReady={hear} />
      <button type="submit">Pay</button>
      <output>{tellings}</output>
    </form>
  );
}

/** What a browser does for a key, a paste or a password manager: nothing of React's comes between this and what follows. */
function type(label: string, text: string): void {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

it('pays with the card as it stands when it is sent, also in the moment after the last key', async () => {
  let paid: Promise<Confirmed> | null = null;
  const store = apiStore(provider.base, guest());
  render(
    <Provider store={store}>
      <PayForm onPaid={(paying) => void (paid = paying)} />
    </Provider>,
  );
  const told = screen.getByRole('status').textContent;
  for (const [label, text] of [
    ['Card number', '4000000000000002'],
    ['Expiry date', '1230'],
    ['CVC', '1'],
    ['Card number', '4242424242424242'],
    ['CVC', '12'],
    ['CVC', '123'],
  ] as const)
    type(label, text);
  screen.getByRole('button', { name: 'Pay' }).click();
  expect(await paid).toEqual({ kind: 'confirmed' });
  expect(JSON.parse(provider.seen[0]?.body ?? '')).toEqual({
    client_secret: 'seti_1_secret_x',
    card_number: '4242424242424242',
    exp: '12/30',
    cvc: '123',
    email: null,
  });
  // Typing tells the form nothing new.
  expect(screen.getByRole('status').textContent).toBe(told);
});

it('says of each field what is wrong with it, and of no other, and goes to the first', async () => {
  let paid: Promise<Confirmed> | null = null;
  render(
    <Provider store={apiStore(provider.base, guest())}>
      <PayForm onPaid={(paying) => void (paid = paying)} />
    </Provider>,
  );
  const labels = ['Card number', 'Expiry date', 'CVC'] as const;
  const said = () =>
    labels.map((label) => {
      const field = screen.getByLabelText(label);
      const words = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
      return field.getAttribute('aria-invalid') === 'true' ? words : words && `not invalid: ${words}`;
    });
  const pays = async (...card: readonly string[]) => {
    for (const [place, text] of card.entries()) type(labels[place]!, text);
    screen.getByRole('button', { name: 'Pay' }).click();
    return paid;
  };
  const incomplete = ["Your card's expiration date is incomplete.", "Your card's security code is incomplete."];

  expect(await pays()).toEqual({ kind: 'refused', message: 'Please check your card details.' });
  await waitFor(() => expect(said()).toEqual(['Your card number is incomplete.', ...incomplete]));
  expect(document.activeElement).toBe(screen.getByLabelText('Card number'));
  type('Card number', '4242');
  await waitFor(() => expect(said()).toEqual([null, ...incomplete]));

  await pays('4242424242424241', '1230', '123');
  await waitFor(() => expect(said()).toEqual(['Your card number is incorrect.', null, null]));
  await pays('4242424242424242', '0120', '123');
  await waitFor(() => expect(said()).toEqual([null, 'Your card has expired.', null]));
  expect(document.activeElement).toBe(screen.getByLabelText('Expiry date'));
  await pays('4242424242424242', '1230', '1');
  await waitFor(() => expect(said()).toEqual([null, null, "Your card's security code is incomplete."]));
  expect(document.activeElement).toBe(screen.getByLabelText('CVC'));
  expect(provider.seen).toHaveLength(0);
  expect(await pays('4242424242424242', '1230', '123')).toEqual({ kind: 'confirmed' });
  expect(said()).toEqual([null, null, null]);
});
