import { useState } from 'react';
import { authApi } from '../../api/auth';
import { selectIsOnline } from '../../state/connection';
import { useLocked } from '../../state/useLocked';
import type { User, WaitingContact } from '../../contract/auth';
import type { ClientRecord } from '../../contract/clients';
import { codeBodyOf, shownContact, usedContact } from '../../domain/client/contacts';
import { Button } from '../../ui/actions/Button';
import { Notice } from '../../ui/feedback/Notice';
import { useAppSelector } from '../../state/store';
import * as common from '../../ui/layout/common.module.css';
import * as css from './account.module.css';

export interface WaitingContactsProps {
  owner: User;
  client: ClientRecord | null;
  /** Called once a code was sent to the contact. */
  onCodeSent: (contact: WaitingContact) => void;
}

/** Shows the owner's waiting contacts: which contact is used meanwhile, and a button to prove each (D-402). */
export function WaitingContacts({ owner, client, onCodeSent }: WaitingContactsProps) {
  return owner.waiting?.map((contact) => (
    <Waiting key={shownContact(contact)} contact={contact} owner={owner} client={client} onCodeSent={onCodeSent} />
  ));
}

function Waiting({ contact, owner, client, onCodeSent }: WaitingContactsProps & { contact: WaitingContact }) {
  const isOnline = useAppSelector(selectIsOnline);
  const used = usedContact(owner, client, contact.email === null ? 'phone' : 'email');
  const [isRefused, setRefused] = useState(false);
  const [update] = authApi.useUpdateProfileMutation();
  const [sendCode] = authApi.useInitCodeMutation();
  const [confirm, isSending] = useLocked(async () => {
    setRefused(false);
    const { data } = await sendCode({ body: codeBodyOf(contact) });
    if (data) onCodeSent(contact);
    else setRefused(true);
  });
  const [forget, isLeaving] = useLocked(async () => {
    // Saving the contact in use again removes the waiting contact.
    const { email, phoneCode, phoneNumber } = used!;
    await update({ body: email === null ? { phoneCode: phoneCode ?? '', phoneNumber } : { email } });
  });
  return (
    <div className={css.waiting}>
      <Notice
        kind="hint"
        title={
          <>
            <span className={`${common.num} ${common.nowrap}`}>{shownContact(contact)}</span> waits for its code
          </>
        }
        action={
          <div className={css.answers}>
            <Button small kind="quiet" busy={isSending} disabled={!isOnline} onClick={() => void confirm()}>
              Confirm
            </Button>
            {used && (
              <Button small kind="plain" busy={isLeaving} disabled={!isOnline} onClick={() => void forget()}>
                Remove
              </Button>
            )}
          </div>
        }
      >
        {used ? (
          <>
            Until then, messages go to <span className={`${common.num} ${common.nowrap}`}>{shownContact(used)}</span>.
          </>
        ) : (
          'Until then, no messages go there.'
        )}
      </Notice>
      {isRefused && (
        <p className={css.refused} role="alert">
          No code could be sent. Please try again later, or call the clinic.
        </p>
      )}
    </div>
  );
}
