import { useState, type FormEvent } from 'react';
import { selectBlocked } from '../../state/blocked';
import { selectReader } from '../../state/session';
import { toastShown } from '../../state/toasts';
import { sendAsOne } from '../../api/tryKeys';
import { useLocked } from '../../state/useLocked';
import type { Patient } from '../../contract/clients';
import type { Shop } from '../../contract/shop';
import { EMAIL_INVALID, emailProblemWithSuffix, tidyEmail } from '../../domain/validation/email';
import * as limits from '../../limits';
import { Button } from '../../ui/actions/Button';
import { Dialog } from '../../ui/layout/Dialog';
import { TextField } from '../../ui/fields/TextField';
import { useWrongField } from '../../ui/fields/useWrongField';
import { failureOf } from '../../api/api';
import { emailVaccinations } from '../../contract/pets';
import { hasCode } from '../../domain/failure';
import { TooMany } from '../../shared/clinic/TooMany';
import { petsApi } from './api';
import { useAppDispatch, useAppSelector } from '../../state/store';
import * as css from './pets.module.css';

const mails = [emailVaccinations];

/** The toast after the e-mail was sent (VAX-07). */
const SENT = 'Email sent';
/** The toast after sending failed (VAX-08). */
const NOT_SENT = 'Unable to send email';

export interface EmailHistoryDialogProps {
  shop: Shop;
  pet: Patient;
  open: boolean;
  onClose: () => void;
}

/** Asks for an address and sends the pet's vaccination history to it (VAX-04 to VAX-09, D-121). */
export function EmailHistoryDialog({ shop, pet, open, onClose }: EmailHistoryDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Email ${pet.name}'s vaccination history`} closeText="Close">
      <Form shop={shop} pet={pet} onDone={onClose} />
    </Dialog>
  );
}

function Form({ shop, pet, onDone }: { shop: Shop; pet: Patient; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const blocked = useAppSelector(selectBlocked);
  const [email, setEmail] = useState(useAppSelector(selectReader)?.email ?? '');
  const [error, setError] = useState<string | null>(null);
  const [mail] = petsApi.useEmailVaccinationsMutation();
  const [send, isSending] = useLocked(async () => {
    const body = { email: tidyEmail(email), patient_id: pet.id };
    const answer = await sendAsOne(JSON.stringify([shop.id, 'history', body]), (key) => mail({ body, key }));
    // A refusal is shown beside the typed address, which stays (D-404).
    const failure = failureOf(answer);
    if (failure && hasCode(failure, 'too_many_requests')) return;
    dispatch(toastShown(answer.data ? SENT : NOT_SENT));
    onDone();
  });
  const { form, attempted } = useWrongField();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem =
      tidyEmail(email) === ''
        ? EMAIL_INVALID
        : emailProblemWithSuffix(email, shop.client_config?.test_email_suffix ?? '');
    setError(problem);
    attempted();
    if (problem === null && blocked === null) void send();
  };
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="send"
        maxLength={limits.emailMax}
        value={email}
        error={error}
        onChange={(text) => {
          setEmail(text);
          setError(null);
        }}
      />
      <TooMany of={mails} />
      <Button type="submit" disabled={tidyEmail(email) === ''} busy={isSending} reason={blocked}>
        Send
      </Button>
    </form>
  );
}
