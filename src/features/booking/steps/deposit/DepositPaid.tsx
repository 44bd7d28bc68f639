import { useCallback, useEffect, useRef, useState } from 'react';
import { offlineReason } from '../../../../state/connection';
import { serverNow } from '../../../../state/clock';
import { formatPaidAt, nextLabel, paymentTexts } from '../../../../domain/payment/payment';
import { formatMoney } from '../../../../domain/shop/money';
import { Button } from '../../../../ui/actions/Button';
import { Announced } from '../../../../ui/feedback/Announced';
import { Notice } from '../../../../ui/feedback/Notice';
import { Above, Counter, Foot, Screen } from '../../../../ui/layout/Screen';
import type { DepositView } from '../../deposit/deposit';
import { selectFacts } from '../../store/facts';
import { settleDeposit, type Settled } from '../../deposit/settle';
import { useBookedAs, useBooking } from '../../useBooking';
import { CallButtons } from '../CallClinic';
import { useAppDispatch, useAppSelector } from '../../../../state/store';
import * as common from '../../../../ui/layout/common.module.css';
import * as screen from '../../../../ui/layout/Screen.module.css';
import * as css from './deposit.module.css';

/** Shows 'Payment Successful' and leads to the next step (DEP-07, DEP-08, DEP-14 to DEP-16, D-96). */
export function DepositPaid({ view: { payment, message } }: { view: Extract<DepositView, { kind: 'paid' }> }) {
  const { shop, isOnline, params, report } = useBooking();
  const dispatch = useAppDispatch();
  const isInsuranceNext = useAppSelector((state) => selectFacts(state, serverNow(state)).insuranceOffered);
  const [settled, setSettled] = useState<Settled | 'saving'>('saving');
  const isRunning = useRef(false);

  const settle = useCallback(async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setSettled('saving');
    setSettled(await dispatch(settleDeposit(payment)));
    isRunning.current = false;
  }, [dispatch, payment]);
  useEffect(() => void settle(), [settle]);

  const booked = useBookedAs(payment.appointment_status);
  // A payment link may have no appointment, or one that is called off or past; then there is no next step.
  const isEnd = params.paymentId !== null && booked === null;
  // The owner came back from the bank on a device without the booking's draft; the clinic has the booking (D-99).
  const isStranded = params.paymentId !== null && params.isPaymentReturn === true;
  const isUnsaved = settled === 'failed' || settled === 'gone';
  const rows = [
    { label: 'Confirmation number', text: payment.confirmation_number },
    { label: 'TOTAL AMOUNT PAID', text: formatMoney(payment.amount) },
    { label: 'PAID BY', text: payment.client_name },
    {
      label: 'PAYMENT DATE',
      text: payment.completed_at && formatPaidAt(new Date(payment.completed_at), shop.timezone),
    },
  ];
  return (
    <Screen>
      <Above>
        <h1 className={screen.display}>Payment Successful</h1>
        {message !== null && <Announced className={screen.lede}>{message}</Announced>}
      </Above>
      <Counter>
        <dl className={css.receipt}>
          {rows
            .filter(({ text }) => text)
            .map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={common.num}>{text}</dd>
              </div>
            ))}
        </dl>
        {isUnsaved && (
          <div className={common.stack}>
            <Notice kind="error" title={paymentTexts.notSaved}>
              {settled === 'gone'
                ? 'The time was taken meanwhile. Your deposit is kept for another one.'
                : 'Your deposit is kept.'}
            </Notice>
            <CallButtons aside />
          </div>
        )}
        {(isEnd || isStranded) && <CallButtons aside={!isEnd} />}
        {!isEnd && (
          <Foot>
            {settled === 'gone' && (
              <Button onClick={() => report('slot-gone')} reason={isOnline ? null : offlineReason}>
                Choose another time
              </Button>
            )}
            {isUnsaved && (
              <Button
                kind={settled === 'gone' ? 'plain' : 'filled'}
                onClick={() => void settle()}
                reason={isOnline ? null : offlineReason}
              >
                Try again
              </Button>
            )}
            {!isUnsaved && (
              <Button busy={settled === 'saving'} onClick={() => report('deposit-settled')}>
                {nextLabel(isInsuranceNext, booked)}
              </Button>
            )}
          </Foot>
        )}
      </Counter>
    </Screen>
  );
}
