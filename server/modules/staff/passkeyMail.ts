import { nameInMessage } from '../../../src/domain/messageText';
import { formatDateTime } from '../../../src/domain/clinicTime';
import type { Services } from '../../calls/services';
import type { Trx } from '../../db/transaction';
import { loadClinic } from '../clinics/repository';
import { renderMail } from '../messages/render';
import { writeOwnAudit } from './audit';
import { membershipsOf } from './repository';

/**
 * Tells a person by e-mail that a passkey of theirs was added or removed, and writes it into the audit of the clinics
 * where they work.
 */
export async function tellOfPasskey(
  trx: Trx,
  { messages, config }: Pick<Services, 'messages' | 'config'>,
  {
    personId,
    email,
    passkeyId,
    label,
    what,
    now,
  }: {
    personId: string;
    email: string;
    passkeyId: string;
    label: string;
    what: 'added' | 'removed';
    now: Date;
  },
): Promise<void> {
  await writeOwnAudit(trx, { personId, what: `${what} a passkey`, ids: { passkey: passkeyId }, now });
  const [first] = await membershipsOf(trx, personId);
  const clinic = first ? await loadClinic(trx, first.clinic_id) : null;
  if (!clinic) return;
  const where = nameInMessage(label) || 'a device';
  await messages.enqueue(trx, {
    clinicId: clinic.id,
    channel: 'email',
    recipient: email,
    subject: what === 'added' ? 'A passkey was added to your sign-in' : 'A passkey was removed from your sign-in',
    ...renderMail([
      `A passkey (${where}) was ${what}, ${formatDateTime(now, clinic.shop.timezone)}.`,
      '',
      what === 'added' ? 'It signs in at the desk without a code.' : 'It no longer signs in at the desk.',
      '',
      'If that was not you, end your other sessions and remove the passkeys that you do not know:',
      { words: 'Open the desk', link: `${config.publicUrl}/admin` },
    ]),
    kind: `passkey_${what}`,
  });
}
