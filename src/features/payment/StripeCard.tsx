import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import { FieldError } from '../../ui/fields/FieldFrame';
import { FailedLoad } from '../../ui/feedback/FailedLoad';
import type { CardFieldsProps, Confirmed } from './provider';
import { openStripe } from './stripe';
import * as field from '../../ui/fields/Field.module.css';
import * as css from './payment.module.css';

type Mounted = { stripe: Stripe; card: StripeCardElement };

/** Shows Stripe's card element. Its script is loaded only at this step; the card's numbers stay in Stripe's frame. */
export function StripeCard({
  publicKey,
  account,
  purpose,
  isLocked,
  onReady,
}: CardFieldsProps & { publicKey: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState<Mounted | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  useEffect(() => {
    let card: StripeCardElement | null = null;
    let isGone = false;
    openStripe(publicKey, account).then(
      (stripe) => {
        if (isGone || !place.current) return;
        card = stripe.elements().create('card', { style: styleOf(place.current), disableLink: true });
        card.on('change', (event) => setMessage(event.error?.message ?? null));
        card.mount(place.current);
        setMounted({ stripe, card });
      },
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
      card?.destroy();
      setMounted(null);
    };
  }, [publicKey, account, attempt]);

  const tryAgain = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  useEffect(() => mounted?.card.update({ disabled: isLocked }), [mounted, isLocked]);
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    if (!mounted) return undefined;
    ready({ confirm: (given) => confirm(mounted, purpose, given) });
    return () => ready(null);
  }, [mounted, purpose]);

  return (
    <div className={css.card}>
      {isFailed && (
        <FailedLoad title="The card form did not load." onRetry={tryAgain}>
          Please check your connection.
        </FailedLoad>
      )}
      <div className={message ? `${field.field} ${field.bad}` : field.field}>
        <span className={field.label} id="card-element">
          Card
        </span>
        <div
          className={message ? `${css.element} ${css.elementBad}` : css.element}
          ref={place}
          role="group"
          aria-labelledby="card-element"
        />
        <div role="alert">
          <FieldError id="card-element" error={message} />
        </div>
      </div>
    </div>
  );
}

async function confirm(
  { stripe, card }: Mounted,
  purpose: CardFieldsProps['purpose'],
  { clientSecret, email }: { clientSecret: string; email: string | null },
): Promise<Confirmed> {
  const paymentMethod = { card, billing_details: email === null ? {} : { email } };
  try {
    if (purpose === 'payment') {
      const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
        payment_method: paymentMethod,
        ...(email === null ? {} : { receipt_email: email }),
      });
      return error ? refusal(error) : isTaken(paymentIntent.status);
    }
    const { error, setupIntent } = await stripe.confirmCardSetup(clientSecret, { payment_method: paymentMethod });
    return error ? refusal(error) : isTaken(setupIntent.status);
  } catch {
    return { kind: 'unknown' };
  }
}

const isTaken = (status: string): Confirmed =>
  status === 'succeeded' || status === 'processing' ? { kind: 'confirmed' } : { kind: 'unknown' };

/**
 * Turns Stripe's error into a result. Card and form errors are shown to the owner in Stripe's words (DEP-23). A setup
 * that has already succeeded holds the card of an earlier attempt; a payment that has succeeded is paid.
 */
function refusal(error: StripeError): Confirmed {
  if (error.setup_intent?.status === 'succeeded') return { kind: 'taken' };
  if (error.payment_intent?.status === 'succeeded') return { kind: 'confirmed' };
  const isOwners = error.type === 'card_error' || error.type === 'validation_error';
  return isOwners && error.message ? { kind: 'refused', message: error.message } : { kind: 'unknown' };
}

/** Returns the page's font and colours, which the element cannot inherit because it is in a frame of its own. */
function styleOf(element: HTMLElement) {
  const { color, fontFamily, fontSize } = getComputedStyle(element);
  return { base: { color, fontFamily, fontSize, iconColor: color } };
}
