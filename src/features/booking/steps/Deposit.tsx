import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { offlineReason } from '../../../state/connection';
import { paymentTexts } from '../../../domain/payment/payment';
import { Button, LinkButton } from '../../../ui/actions/Button';
import { CatPeek } from '../../../ui/peek/CatPeek';
import { Above, Counter, Peeks, Screen } from '../../../ui/layout/Screen';
import { Announced } from '../../../ui/feedback/Announced';
import { FormSkeleton } from '../../../ui/feedback/Skeleton';
import { openDeposit, payDeposit, type DepositView } from '../deposit/deposit';
import { useBack, useBooking, useProduct } from '../useBooking';
import { CallButtons } from './CallClinic';
import { DepositForm } from './deposit/DepositForm';
import { DepositPaid } from './deposit/DepositPaid';
import { LeaveQuestion } from './LeaveQuestion';
import { useAppDispatch } from '../../../state/store';
import * as common from '../../../ui/layout/common.module.css';
import * as screen from '../../../ui/layout/Screen.module.css';

/** The pause between two reads of a payment that is processing, milliseconds. */
const pollMs = 3000;

/**
 * Step 10: takes the deposit, or a payment that the clinic asked for by a link (DEP-01 to DEP-25, D-13, D-40, D-96 to
 * D-100).
 */
export function Deposit() {
  const { shop, isOnline, params } = useBooking();
  const dispatch = useAppDispatch();
  const [view, setView] = useState<DepositView>({ kind: 'opening' });
  const isOpening = useRef(false);
  // Loads the types, without which a resumed booking does not know its own.
  useProduct();

  const open = useCallback(async () => {
    if (isOpening.current) return;
    isOpening.current = true;
    const next = await dispatch(openDeposit());
    // A payment that is processing stays shown as such when one read gets no answer; the next read may get one.
    setView((before) => (before.kind === 'processing' && next.kind === 'unknown' ? before : next));
    isOpening.current = false;
  }, [dispatch]);

  const { kind } = view;
  // Opens again after the owner's tap, or once the connection is back.
  const openWhatWaits = useEffectEvent(() => {
    if (kind === 'opening' || kind === 'unknown') void open();
  });
  useEffect(() => {
    if (isOnline) openWhatWaits();
  }, [isOnline]);
  useEffect(() => {
    if (kind !== 'processing' || !isOnline) return undefined;
    const timer = setInterval(() => void open(), pollMs);
    return () => clearInterval(timer);
  }, [kind, isOnline, open]);

  const back = useBack();
  return (
    <>
      {view.kind === 'payable' && (
        <DepositForm
          view={view}
          onBack={back}
          onPay={async (entry, email) => setView(await dispatch(payDeposit(view.payment, entry, email)))}
        />
      )}
      {view.kind === 'paid' && <DepositPaid view={view} />}
      {view.kind === 'processing' && (
        <Standing heading={view.message}>
          <Announced>This page goes on by itself. Please do not pay again.</Announced>
          {view.bank !== null && <LinkButton href={view.bank}>Continue at your bank</LinkButton>}
        </Standing>
      )}
      {view.kind === 'over' && (
        <Standing heading={view.message} onBack={back}>
          <p>{`Please contact ${shop.name} about this payment.`}</p>
          {params.paymentId === null && (
            <Button kind="quiet" onClick={() => void open()}>
              Try again
            </Button>
          )}
          <CallButtons />
        </Standing>
      )}
      {view.kind === 'missing' && (
        <Standing heading="Page not found" over={<CatPeek size={112} />}>
          <p>Please check the address, or open the link from your clinic.</p>
        </Standing>
      )}
      {view.kind === 'unknown' && (
        <Standing heading={paymentTexts.unexpected} onBack={back}>
          <p role="alert">We could not hear whether it went through. You will not be charged twice.</p>
          <Button onClick={() => void open()} reason={isOnline ? null : offlineReason}>
            Try again
          </Button>
        </Standing>
      )}
      {view.kind === 'opening' && (
        <Screen onBack={back}>
          <Counter>
            <FormSkeleton label="Loading" />
          </Counter>
        </Screen>
      )}
      <LeaveQuestion />
    </>
  );
}

function Standing({
  heading,
  over,
  onBack,
  children,
}: {
  heading: string;
  over?: ReactNode;
  onBack?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <Screen onBack={onBack}>
      <Above>
        <h1 className={screen.display}>{heading}</h1>
      </Above>
      {over && <Peeks>{over}</Peeks>}
      <Counter>
        <div className={common.stack}>{children}</div>
      </Counter>
    </Screen>
  );
}
