import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { offlineReason } from '../../../../state/connection';
import { useLocked } from '../../../../state/useLocked';
import { amountTitle, depositPolicy, paymentTexts } from '../../../../domain/payment/payment';
import { isEnabled } from '../../../../domain/shop/settings';
import { formatMoney } from '../../../../domain/shop/money';
import { EMAIL_INVALID, isEmail, tidyEmail } from '../../../../domain/validation/email';
import { Button } from '../../../../ui/actions/Button';
import { Checkbox } from '../../../../ui/fields/Checkbox';
import { Notice } from '../../../../ui/feedback/Notice';
import { Above, Counter, Foot, Screen } from '../../../../ui/layout/Screen';
import { TextField } from '../../../../ui/fields/TextField';
import { useCardFields, type CardEntry } from '../../outside';
import type { DepositView } from '../../deposit/deposit';
import { HeldTime } from '../../hold/HeldTime';
import { useBooking } from '../../useBooking';
import * as common from '../../../../ui/layout/common.module.css';
import * as screen from '../../../../ui/layout/Screen.module.css';
import * as css from './deposit.module.css';

type Given = {
  view: Extract<DepositView, { kind: 'payable' }>;
  onBack: (() => void) | undefined;
  onPay: (entry: CardEntry, email: string | null) => Promise<void>;
};

/** Shows amount, policy, card fields and receipt (DEP-01 to DEP-06, DEP-21, DEP-22, D-100). */
export function DepositForm({ view, onBack, onPay }: Given) {
  const { payment, message } = view;
  const { shop, isOnline } = useBooking();
  const cardFields = useCardFields();
  const [entry, setEntry] = useState<CardEntry | null>(null);
  const [email, setEmail] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const [wasTried, setTried] = useState(false);
  const checkbox = useRef<HTMLInputElement>(null);
  const receipt = useRef<HTMLInputElement>(null);
  const said = useRef<HTMLDivElement>(null);
  const saidId = useId();
  const policy = depositPolicy(shop.feature_settings, payment.product_id ?? null);
  const isAsked = policy !== null && isEnabled(shop.feature_settings, 'deposit_policy_checkbox_enabled');
  const isRefused = wasTried && isAsked && !isAgreed;
  const isEmailBad = email.trim() !== '' && !isEmail(email);
  const [pay, isPaying] = useLocked(async (card: CardEntry) => onPay(card, tidyEmail(email) || null));

  // The pay button is at the form's end; on a phone the message about the payment is far above it.
  useEffect(() => {
    said.current?.scrollIntoView({ block: 'nearest' });
  }, [view]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isAsked && !isAgreed) checkbox.current?.focus();
    else if (isEmailBad) receipt.current?.focus();
    else if (entry && isOnline) void pay(entry);
  };

  return (
    <Screen onBack={isPaying ? undefined : onBack} hold={<HeldTime />}>
      <Above>
        <h1 className={screen.display}>{amountTitle(shop.feature_settings, payment.product_id ?? null)}</h1>
        <p className={screen.lede}>
          <b className={common.num}>{formatMoney(payment.amount)}</b> one-time, to {shop.name}
        </p>
      </Above>
      <Counter>
        <form id="deposit" noValidate onSubmit={submit}>
          <div className={css.said} ref={said} id={saidId}>
            {message !== null && !isPaying && <Notice kind="error" title={message} />}
          </div>
          {policy !== null && (
            <section
              className={isRefused ? `${css.policy} ${css.policyMissed}` : css.policy}
              aria-label="Payment policy"
            >
              <p>{policy}</p>
              {isAsked && (
                <Checkbox
                  ref={checkbox}
                  checked={isAgreed}
                  onChange={setAgreed}
                  error={isRefused ? paymentTexts.notAgreed : null}
                >
                  {paymentTexts.agree}
                </Checkbox>
              )}
            </section>
          )}
          {cardFields({
            purpose: 'setup',
            publicKey: payment.stripe_public_key ?? null,
            account: payment.stripe_account ?? null,
            isLocked: isPaying,
            refusedBy: message === null || message === paymentTexts.unexpected ? undefined : saidId,
            onReady: setEntry,
          })}
          <TextField
            ref={receipt}
            type="email"
            label="Email for receipt (optional)"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={setEmail}
            readOnly={isPaying}
            error={wasTried && isEmailBad ? EMAIL_INVALID : null}
          />
        </form>
        <Foot>
          <Button
            type="submit"
            form="deposit"
            busy={isPaying || entry === null}
            reason={isOnline ? null : offlineReason}
          >
            Make payment
          </Button>
        </Foot>
      </Counter>
    </Screen>
  );
}
