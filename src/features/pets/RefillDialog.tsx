import { useId, useState, type FormEvent } from 'react';
import { signInReason } from '../../state/blocked';
import { selectOwner } from '../../state/session';
import { useLocked } from '../../state/useLocked';
import type { Patient } from '../../contract/clients';
import type { Medication } from '../../contract/pets';
import type { Shop } from '../../contract/shop';
import { formatDate } from '../../domain/clinicTime';
import { refillProblem } from '../../domain/pets/refill';
import { shopPhone } from '../../domain/shop/phone';
import * as limits from '../../limits';
import type { Wish } from '../../offline/outbox/entry';
import { sendAnother } from '../../offline/outbox/texts';
import { Button } from '../../ui/actions/Button';
import { painted } from '../../ui/behaviour/painted';
import { Dialog } from '../../ui/layout/Dialog';
import { Notice } from '../../ui/feedback/Notice';
import { RadioRow } from '../../ui/fields/RadioRow';
import { TextArea } from '../../ui/fields/TextArea';
import { ask } from '../../shared/requests/sendRequest';
import { useOutbox } from '../../shared/requests/useOutbox';
import { useAppDispatch, useAppSelector } from '../../state/store';
import { PhoneLink } from '../../shared/clinic/PhoneLink';
import * as common from '../../ui/layout/common.module.css';
import * as css from './pets.module.css';

export interface RefillDialogProps {
  shop: Shop;
  pet: Patient;
  medications: readonly Medication[];
  open: boolean;
  onClose: () => void;
  /**
   * Called with a refused request that the browser cannot store, else with null; the dialog closes in both
   * cases (MED-05).
   */
  onRefused: (wish: Wish | null) => void;
}

/** What the owner has chosen and typed. */
type Asked = { medicationId: string | null; note: string };

const nothing: Asked = { medicationId: null, note: '' };

/**
 * Asks the clinic for a refill, with or without a network (MED-01 to MED-05, D-03, D-118, D-119). What was begun is
 * there when the dialog is opened again.
 */
export function RefillDialog({ pet, open, onClose, ...rest }: RefillDialogProps) {
  const [asked, setAsked] = useState(nothing);
  const end = () => {
    onClose();
    // Not before the dialog goes, which would be seen empty.
    void painted().then(() => setAsked(nothing));
  };
  return (
    <Dialog open={open} onClose={onClose} title={`Refill for ${pet.name}`} closeText="Close">
      <Form {...rest} pet={pet} asked={asked} onAsk={setAsked} onDone={end} />
    </Dialog>
  );
}

type FormProps = Pick<RefillDialogProps, 'shop' | 'pet' | 'medications' | 'onRefused'> & {
  asked: Asked;
  onAsk: (asked: Asked) => void;
  onDone: () => void;
};

function Form({ shop, pet, medications, asked, onAsk, onDone, onRefused }: FormProps) {
  const dispatch = useAppDispatch();
  const group = useId();
  // A refill can be requested without a network, but not without a signed-in owner (D-03, D-08).
  const owner = useAppSelector(selectOwner);
  const phone = shopPhone(shop);
  const { isRefillWaiting } = useOutbox();
  const [isDoubted, setDoubted] = useState(false);
  const { note } = asked;
  // What the clinic has taken from its list meanwhile is chosen no more.
  const chosen = medications.find(({ id }) => id === asked.medicationId) ?? null;
  const problem = refillProblem({ medicationId: chosen?.id ?? null, note });

  const [send, isSending] = useLocked(async () => {
    const payload = {
      patient_id: pet.id,
      medication_id: chosen?.id ?? null,
      medication: chosen?.description ?? null,
      note: note.trim() === '' ? null : note,
    };
    const wish: Wish = {
      kind: 'requestRefill',
      payload,
      about: { petName: pet.name, medication: chosen?.description ?? null },
    };
    const outcome = await dispatch(ask(wish));
    // If the request was neither sent nor stored, the dialog stays open with the note.
    if (outcome === 'notSaved') return;
    onRefused(outcome === 'refused' ? wish : null);
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!owner || problem !== null) return;
    if (chosen && !isDoubted && isRefillWaiting(pet.id, chosen.id)) setDoubted(true);
    else void send();
  };
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {medications.length > 0 && (
        <fieldset className={css.refillList}>
          <legend className={common.vh}>Medication</legend>
          {medications.map(({ id, description, issue_date }) => (
            <RadioRow
              key={id}
              name={group}
              value={id}
              checked={id === chosen?.id}
              title={description}
              detail={issue_date && `Issued ${formatDate(issue_date)}`}
              onChange={(value) => {
                onAsk({ medicationId: value, note });
                setDoubted(false);
              }}
            />
          ))}
        </fieldset>
      )}
      <TextArea
        label="Note"
        mark={chosen === null ? undefined : 'Optional'}
        placeholder="How much is left, or where to pick up"
        maxLength={limits.refillNoteMax}
        value={note}
        onChange={(text) => onAsk({ ...asked, note: text })}
      />
      {phone && (
        <p className={css.refillCall}>
          For urgent needs, call <PhoneLink shop={shop} mark="." />
        </p>
      )}
      {isDoubted && chosen && (
        <div role="alert">
          <Notice kind="due">{sendAnother(chosen.description)}</Notice>
        </div>
      )}
      <Button type="submit" disabled={problem !== null} busy={isSending} reason={owner ? null : signInReason}>
        {isDoubted ? 'Send another' : 'Send'}
      </Button>
    </form>
  );
}
