import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureOf } from '../../api/api';
import { failureText, hasCode, isAnswered } from '../../domain/failure';
import { cardProblems, CHECK_CARD, type CardProblems } from '../../domain/payment/testCard';
import { useServerClock } from '../../state/clock';
import { Notice } from '../../ui/feedback/Notice';
import { TextField } from '../../ui/fields/TextField';
import { bringUp } from '../../ui/fields/useWrongField';
import { sandboxApi } from './api';
import type { CardEntry, CardFieldsProps, Confirmed } from './provider';
import { useAppDispatch } from '../../state/store';
import * as field from '../../ui/fields/Field.module.css';
import * as css from './payment.module.css';

const digits = (text: string): string => text.replace(/\D/g, '');
/** Groups a card number's digits in fours, '4242 4242 …'. */
const grouped = (text: string): string =>
  digits(text)
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');
const dated = (text: string): string =>
  digits(text)
    .slice(0, 4)
    .replace(/^(\d\d)(?=\d)/, '$1/');

/** Shows the sandbox's card fields. What is entered is sent to the sandbox only and is not saved. */
export function SandboxCard({ isLocked, refusedBy, onReady }: CardFieldsProps) {
  const dispatch = useAppDispatch();
  const [card, setCard] = useState({ number: '', exp: '', cvc: '' });
  const [wrong, setWrong] = useState<CardProblems>({});
  const now = useServerClock();
  const { fields, bringUpWrong } = useWrongFields(isLocked, wrong);
  const [isRefused, setRefused] = useState(true);
  if (isLocked && !isRefused) setRefused(true);
  const type = (part: Partial<typeof card>) => {
    setRefused(false);
    setCard((before) => ({ ...before, ...part }));
    // A field that is changed is right until it has been tried.
    setWrong((before) => {
      const others = { ...before };
      for (const name of Object.keys(part) as (keyof typeof card)[]) delete others[name];
      return others;
    });
  };
  // An effect event, so that confirming reads the current fields and typing does not call `onReady` again.
  const confirm = useEffectEvent(
    async ({ clientSecret, email }: Parameters<CardEntry['confirm']>[0]): Promise<Confirmed> => {
      const problems = cardProblems(card, new Date(now()));
      setWrong(problems);
      if (Object.keys(problems).length > 0) {
        bringUpWrong();
        return { kind: 'refused', message: CHECK_CARD };
      }
      const body = {
        client_secret: clientSecret,
        card_number: digits(card.number),
        exp: card.exp,
        cvc: card.cvc,
        email,
      };
      const answer = (await dispatch(sandboxApi.endpoints.confirmDemoCard.initiate({ body }) as never)) as {
        data?: { status: string; message?: string | null };
        error?: unknown;
      };
      const failure = failureOf(answer);
      if (failure && hasCode(failure, 'conflict')) return { kind: 'taken' };
      if (failure)
        return isAnswered(failure)
          ? { kind: 'refused', message: failureText(failure, 'Your card details are not complete.') ?? '' }
          : { kind: 'unknown' };
      return answer.data?.status === 'failed'
        ? { kind: 'refused', message: answer.data.message ?? 'Your card was declined.' }
        : { kind: 'confirmed' };
    },
  );
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    ready({ confirm: (given) => confirm(given) });
    return () => ready(null);
  }, []);
  const shared = {
    inputMode: 'numeric',
    readOnly: isLocked,
    required: true,
    // A card that is changed is another one, until it has been tried; what is wrong with a field, the field says.
    refusedBy: isRefused && Object.keys(wrong).length === 0 ? refusedBy : undefined,
  } as const;
  return (
    <div className={css.card} ref={fields}>
      <Notice kind="hint" icon={null} title="Test mode">
        No money moves. Use the card 4242 4242 4242 4242 with any later date and any CVC.
      </Notice>
      <TextField
        {...shared}
        label="Card number"
        error={wrong.number}
        autoComplete="cc-number"
        value={card.number}
        onChange={(number) => type({ number: grouped(number) })}
      />
      <div className={field.fieldpair}>
        <TextField
          {...shared}
          label="Expiry date"
          error={wrong.exp}
          placeholder="MM/YY"
          autoComplete="cc-exp"
          value={card.exp}
          onChange={(exp) => type({ exp: dated(exp) })}
        />
        <TextField
          {...shared}
          label="CVC"
          error={wrong.cvc}
          autoComplete="cc-csc"
          value={card.cvc}
          onChange={(cvc) => type({ cvc: digits(cvc).slice(0, 4) })}
        />
      </div>
    </div>
  );
}

/** Brings up the first wrong field of a card once the form is not locked any more. */
function useWrongFields(isLocked: boolean, wrong: CardProblems) {
  const fields = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isLocked || !isAsked.current) return;
    isAsked.current = false;
    bringUp(fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  }, [isLocked, wrong]);
  return { fields, bringUpWrong: () => void (isAsked.current = true) };
}
