import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { offlineReason } from '../../../state/connection';
import { useLocked } from '../../../state/useLocked';
import type { InsuranceQuote } from '../../../contract/insurance';
import { NOTHING_CHOSEN, PURCHASE_UNHEARD } from '../../../domain/insurance/offer';
import { formatCents } from '../../../domain/shop/money';
import { Button } from '../../../ui/actions/Button';
import { Announced } from '../../../ui/feedback/Announced';
import { Notice } from '../../../ui/feedback/Notice';
import { RadioRow } from '../../../ui/fields/RadioRow';
import { Above, Counter, Foot, Screen } from '../../../ui/layout/Screen';
import { FormSkeleton } from '../../../ui/feedback/Skeleton';
import { useCardFields, type CardEntry } from '../outside';
import { acceptOffer, openInsurance, payPremium, type Bought } from '../deposit/insure';
import { useBooking } from '../useBooking';
import { useAppDispatch } from '../../../state/store';
import * as common from '../../../ui/layout/common.module.css';
import * as screen from '../../../ui/layout/Screen.module.css';
import * as css from './deposit/deposit.module.css';

const TITLE = 'Add insurance for your pet';
const SKIP = "I'd like to skip this";

/**
 * Step 13: shows the insurer's offers, if there are any (INS-01 to INS-13, D-102). The appointment stays booked
 * whatever happens here.
 */
export function Insurance() {
  const { report } = useBooking();
  const dispatch = useAppDispatch();
  const [offers, setOffers] = useState<InsuranceQuote[] | null>(null);
  const [accepted, setAccepted] = useState<InsuranceQuote | null>(null);
  const [bought, setBought] = useState<Bought | null>(null);
  const isAsked = useRef(false);
  const goOn = () => report('insurance-settled');

  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void dispatch(openInsurance()).then((found) => (found.length > 0 ? setOffers(found) : report('insurance-settled')));
  }, [dispatch, report]);

  const accept = async (quote: InsuranceQuote) => {
    setAccepted(quote);
    setBought(await dispatch(acceptOffer(quote)));
  };
  return (
    <Screen>
      <Above>
        <h1 className={screen.display}>{TITLE}</h1>
      </Above>
      <Counter>
        {offers === null && <FormSkeleton label="Looking for an offer" />}
        {offers !== null && bought === null && <Offers offers={offers} onAccept={accept} onDecline={goOn} />}
        {bought?.kind === 'card' && accepted && (
          <Card
            bought={bought}
            quote={accepted}
            onPay={async (entry) => setBought(await dispatch(payPremium(accepted, bought.clientSecret, entry)))}
            onSkip={goOn}
          />
        )}
        {bought?.kind === 'unheard' && (
          <Unheard bought={bought} onAgain={async () => setBought(await dispatch(bought.again))} onGoOn={goOn} />
        )}
        {bought?.kind === 'done' && (
          <>
            {bought.isInsured ? (
              <Announced className={css.insured}>{bought.text}</Announced>
            ) : (
              <Notice kind="error" title={bought.text} />
            )}
            <Foot>
              <Button onClick={goOn}>Continue</Button>
            </Foot>
          </>
        )}
      </Counter>
    </Screen>
  );
}

/** The pause between two questions about a premium that is being processed, milliseconds. */
const pollMs = 3000;

/**
 * Shows that nobody knows yet whether the offer was bought. Asks again by itself while a premium is processed (D-413).
 */
function Unheard({
  bought,
  onAgain,
  onGoOn,
}: {
  bought: Extract<Bought, { kind: 'unheard' }>;
  onAgain: () => Promise<void>;
  onGoOn: () => void;
}) {
  const { isOnline } = useBooking();
  const [again, isAsking] = useLocked(onAgain);
  const ask = useEffectEvent(onAgain);
  useEffect(() => {
    if (!bought.isProcessing || !isOnline) return undefined;
    const timer = setTimeout(() => void ask(), pollMs);
    return () => clearTimeout(timer);
  }, [bought, isOnline]);
  return (
    <>
      <Notice kind="error" title={PURCHASE_UNHEARD}>
        You will not be charged twice.
      </Notice>
      <Foot>
        <Button busy={isAsking} onClick={() => void again()} reason={isOnline ? null : offlineReason}>
          Try again
        </Button>
        <Button kind="plain" disabled={isAsking} onClick={onGoOn}>
          Continue
        </Button>
      </Foot>
    </>
  );
}

/** Shows the offers, each with a button to accept it, and a button to decline (INS-02, INS-03, INS-06 to INS-08). */
function Offers({
  offers,
  onAccept,
  onDecline,
}: {
  offers: readonly InsuranceQuote[];
  onAccept: (quote: InsuranceQuote) => Promise<void>;
  onDecline: () => void;
}) {
  const { draft, isOnline } = useBooking();
  const [choice, setChoice] = useState<string | null>(null);
  const [isMissed, setMissed] = useState(false);
  const [buy, isBuying] = useLocked(onAccept);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const quote = offers.find((offer) => offer.quote_id === choice);
    if (choice === null) setMissed(true);
    else if (!quote) onDecline();
    else if (isOnline) void buy(quote);
  };
  return (
    <>
      <form id="insurance" onSubmit={submit}>
        <fieldset className={css.offers}>
          <legend>{`Injury and illness cover for ${draft.customer?.petName ?? 'your pet'}`}</legend>
          {offers.map((offer) => (
            <RadioRow
              key={offer.quote_id}
              name="offer"
              value={offer.quote_id}
              checked={choice === offer.quote_id}
              onChange={setChoice}
              disabled={isBuying}
              title="Accept"
              detail={`${formatCents(offer.subscription_premium.payment_amount)} a month`}
            />
          ))}
          <RadioRow
            name="offer"
            value="declined"
            checked={choice === 'declined'}
            onChange={setChoice}
            disabled={isBuying}
            title="Decline"
            detail="No insurance now"
          />
        </fieldset>
        {isMissed && choice === null && <Notice kind="error" title={NOTHING_CHOSEN} />}
      </form>
      <Foot>
        <Button type="submit" form="insurance" busy={isBuying} reason={isOnline ? null : offlineReason}>
          Continue
        </Button>
        <Button kind="plain" disabled={isBuying} onClick={onDecline}>
          {SKIP}
        </Button>
      </Foot>
    </>
  );
}

type CardGiven = {
  bought: Extract<Bought, { kind: 'card' }>;
  quote: InsuranceQuote;
  onPay: (entry: CardEntry) => Promise<void>;
  onSkip: () => void;
};

/** Shows the card fields for the premium, where no card of this visit can be charged. */
function Card({ bought, quote, onPay, onSkip }: CardGiven) {
  const { isOnline } = useBooking();
  const cardFields = useCardFields();
  const [entry, setEntry] = useState<CardEntry | null>(null);
  const [pay, isPaying] = useLocked(onPay);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entry && isOnline) void pay(entry);
  };
  return (
    <>
      <form id="premium" noValidate onSubmit={submit}>
        <p>
          <b className={common.num}>{formatCents(quote.subscription_premium.payment_amount)}</b> a month
        </p>
        {cardFields({
          purpose: 'payment',
          publicKey: bought.publicKey,
          account: bought.account,
          isLocked: isPaying,
          onReady: setEntry,
        })}
      </form>
      <Foot>
        <Button type="submit" form="premium" busy={isPaying || entry === null} reason={isOnline ? null : offlineReason}>
          Continue
        </Button>
        <Button kind="plain" disabled={isPaying} onClick={onSkip}>
          {SKIP}
        </Button>
      </Foot>
    </>
  );
}
