import { useEffect, useEffectEvent, useState } from 'react';
import { failureOf } from '../../api/api';
import { failureText, hasCode, isAnswered } from '../../domain/failure';
import { Notice } from '../../ui/feedback/Notice';
import { TextField } from '../../ui/fields/TextField';
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
  const [isRefused, setRefused] = useState(true);
  if (isLocked && !isRefused) setRefused(true);
  const type = (part: Partial<typeof card>) => {
    setRefused(false);
    setCard((before) => ({ ...before, ...part }));
  };
  // An effect event, so that confirming reads the current fields and typing does not call `onReady` again.
  const confirm = useEffectEvent(
    async ({ clientSecret, email }: Parameters<CardEntry['confirm']>[0]): Promise<Confirmed> => {
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
    // A card that is changed is another one, until it has been tried.
    refusedBy: isRefused ? refusedBy : undefined,
  } as const;
  return (
    <div className={css.card}>
      <Notice kind="hint" icon={null} title="Test mode">
        No money moves. Use the card 4242 4242 4242 4242 with any later date and any CVC.
      </Notice>
      <TextField
        {...shared}
        label="Card number"
        autoComplete="cc-number"
        value={card.number}
        onChange={(number) => type({ number: grouped(number) })}
      />
      <div className={field.fieldpair}>
        <TextField
          {...shared}
          label="Expiry date"
          placeholder="MM/YY"
          autoComplete="cc-exp"
          value={card.exp}
          onChange={(exp) => type({ exp: dated(exp) })}
        />
        <TextField
          {...shared}
          label="CVC"
          autoComplete="cc-csc"
          value={card.cvc}
          onChange={(cvc) => type({ cvc: digits(cvc).slice(0, 4) })}
        />
      </div>
    </div>
  );
}
