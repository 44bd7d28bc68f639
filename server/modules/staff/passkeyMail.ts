import { nameInMessage } from '../../../src/domain/messageText';
import { zonesTime } from '../../../src/domain/desk/zones';
import type { Clinic } from '../../calls/clinic';
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
  const clinics: Clinic[] = [];
  for (const { clinic_id: id } of await membershipsOf(trx, personId)) {
    const clinic = await loadClinic(trx, id);
    if (clinic) clinics.push(clinic);
  }
  const [clinic] = clinics;
  if (!clinic) return;
  const when = zonesTime(
    now,
    clinics.map(({ shop }) => shop.timezone),
  );
  const where = nameInMessage(label) || 'a device';
  await messages.enqueue(trx, {
    clinicId: clinic.id,
    channel: 'email',
    recipient: email,
    subject: what === 'added' ? 'A passkey was added to your sign-in' : 'A passkey was removed from your sign-in',
    ...renderMail([
      `A passkey (${where}) was ${what}, ${when}.`,
      '',
      what === 'added' ? 'It signs in at the desk without a code.' : 'It no longer signs in at the desk.',
      '',
      'If that was not you, end your other sessions and remove the passkeys that you do not know:',
      { words: 'Open the desk', link: `${config.publicUrl}/admin` },
    ]),
    kind: `passkey_${what}`,
  });
}
