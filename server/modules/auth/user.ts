import type { User } from '../../../src/contract/auth';
import { isStaff } from '../../plugins/auth';
import { phoneParts } from './identifiers';
import type { UserRow } from './repository';

/** A user as the owner sees it (ENT-21). */
export function userReply(row: UserRow, staffDomain: string | undefined): User {
  const verifiedEmail = row.email_verified_at === null ? null : row.email;
  const { dateOfBirth, monthOfBirth } = row.metadata as { dateOfBirth?: number | null; monthOfBirth?: number | null };
  return {
    id: row.id,
    firstName: row.first_name,
    email: row.email,
    ...phoneParts(row.phone),
    avatar: row.avatar,
    isAdmin: row.is_admin,
    is_staff: isStaff(verifiedEmail, staffDomain),
    is_guest: verifiedEmail === null && row.phone_verified_at === null,
    metadata: { dateOfBirth: dateOfBirth ?? null, monthOfBirth: monthOfBirth ?? null },
  };
}
