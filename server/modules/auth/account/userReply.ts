import type { User, WaitingContact } from '../../../../src/contract/auth';
import { isProven, type ContactKind } from '../../../../src/domain/client/tie';
import { isStaff } from '../../users/staff';
import type { Db } from '../../../db/transaction';
import { findClientOf } from '../../clients/repository';
import { phoneParts } from '../../contacts/identifiers';
import type { UserRow } from '../../users/repository';

/** A user as the owner sees it (ENT-21). */
export async function userReply(db: Db, row: UserRow, staffDomain: string | undefined): Promise<User> {
  const verifiedEmail = row.email_verified_at === null ? null : row.email;
  const { dateOfBirth, monthOfBirth } = row.metadata;
  return {
    id: row.id,
    firstName: row.first_name,
    email: row.email,
    ...phoneParts(row.phone),
    avatar: row.avatar,
    isAdmin: row.is_admin,
    is_staff: isStaff(verifiedEmail, staffDomain),
    is_guest: verifiedEmail === null && row.phone_verified_at === null,
    waiting: await waitingContacts(db, row),
    metadata: { dateOfBirth: dateOfBirth ?? null, monthOfBirth: monthOfBirth ?? null },
  };
}

/**
 * Returns the contacts that wait for their code, to replace a verified one or beside one; the clinic's own contacts
 * need none (D-402).
 */
async function waitingContacts(db: Db, row: UserRow): Promise<WaitingContact[]> {
  const given: Record<ContactKind, string | null> = {
    phone: row.phone_verified_at === null ? row.phone : row.pending_phone,
    email: row.email_verified_at === null ? row.email : row.pending_email,
  };
  if (!given.phone && !given.email) return [];
  const record = await findClientOf(db, row.clinic_id, row.id);
  const waits = (kind: ContactKind) =>
    given[kind] !== null && !(record?.[kind] === given[kind] && isProven(record.metadata, kind));
  return [
    ...(waits('phone') ? [{ email: null, ...phoneParts(given.phone) }] : []),
    ...(waits('email') ? [{ email: given.email, phoneCode: null, phoneNumber: null }] : []),
  ];
}
