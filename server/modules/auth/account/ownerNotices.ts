import { formatDateTime, zoneName } from '../../../../src/domain/clinicTime';
import { shopPhone } from '../../../../src/domain/shop/phone';
import { isProven, type ContactKind } from '../../../../src/domain/client/tie';
import type { Clinic } from '../../../calls/clinic';
import type { Db } from '../../../db/transaction';
import { findClientOf } from '../../clients/repository';
import type { NewMessage } from '../../../calls/messages';
import { oneLine, renderMail } from '../../messages/render';
import { identifierFrom, type Identifier } from '../../contacts/identifiers';
import type { UserRow } from '../../users/repository';

/** Changes that an owner is told of, in case somebody else made them (D-406). */
export type Happened = { what: 'password' | 'sign-in'; device: string; at: Date };

/** Reads an owner's contacts that a code or the clinic has proved (D-401), the account's own first. */
async function provenContacts(db: Db, clinicId: string, user: UserRow): Promise<Identifier[]> {
  const record = await findClientOf(db, clinicId, user.id);
  const ofRecord = (kind: ContactKind) => (record !== null && isProven(record.metadata, kind) ? record[kind] : null);
  const values = [
    user.email_verified_at && user.email,
    user.phone_verified_at && user.phone,
    ofRecord('email'),
    ofRecord('phone'),
  ];
  return [...new Set(values.filter((value) => typeof value === 'string'))].map(identifierFrom);
}

/**
 * Chooses the contact that is told what was done with the used one: another one, since an intruder may read the used
 * one; with no other, the used one (D-406).
 */
export function contactToTell(proven: readonly Identifier[], used: Identifier): Identifier {
  const others = proven.filter(({ value }) => value !== used.value);
  return others.find(({ channel }) => channel !== used.channel) ?? others[0] ?? used;
}

/** Makes the message about such a change, to the owner's other proved contact (D-406). */
export async function ownerNotice(
  db: Db,
  clinic: Clinic,
  user: UserRow,
  used: Identifier,
  happened: Happened,
  publicUrl: string,
): Promise<NewMessage> {
  const { channel, value } = contactToTell(await provenContacts(db, clinic.id, user), used);
  const { shop } = clinic;
  const { device, at } = happened;
  const isPassword = happened.what === 'password';
  const when = formatDateTime(at, shop.timezone);
  const link = `${publicUrl}/${clinic.id}/account`;
  const phone = shopPhone(shop);
  const call = phone ? `call us at ${phone.shown}` : 'call us';
  const kind = isPassword ? 'password_notice' : 'sign_in_notice';
  const common = { clinicId: clinic.id, kind, recipient: value, userId: user.id };
  if (channel === 'sms') {
    const what = isPassword ? 'the password of your account was set' : 'your account was signed in to on a new device';
    return {
      ...common,
      channel,
      text: oneLine(
        `${shop.name}: ${what} (${device}, ${when}). If this wasn't you, choose Sign out everywhere at ${link} or ${call}.`,
      ),
    };
  }
  return {
    ...common,
    channel,
    subject: oneLine(
      isPassword ? `Your password at ${shop.name} was set` : `New sign-in to your account at ${shop.name}`,
    ),
    ...renderMail([
      'Hello,',
      '',
      isPassword
        ? `the password of your account at ${shop.name} was set:`
        : `your account at ${shop.name} was signed in to on a device that is new to it:`,
      '',
      device,
      `${when} (${zoneName(shop.timezone, at)})`,
      '',
      'If this was you, there is nothing to do.',
      `If it wasn't, choose "Sign out everywhere" in your account, and if you have a password, set a new one with "Forgot your password?". Or ${call}.`,
      { words: 'Open your account', link },
      '',
      shop.name,
    ]),
  };
}
