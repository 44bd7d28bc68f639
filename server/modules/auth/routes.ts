import {
  checkAccess,
  checkAvailability,
  getProfile,
  guestSignIn,
  initCode,
  logout,
  refreshToken,
  updateName,
  verifyCode,
} from '../../../src/contract/auth';
import { inTransaction } from '../../db/connection';
import { ApiError } from '../../plugins/errors';
import { handle, type Handled } from '../../plugins/handlers';
import { sendCode } from './codes';
import { emailIdentifier, identifierOf, phoneIdentifier } from './identifiers';
import { findUser, isBlocked, isDeactivated, setName } from './repository';
import { endSession } from './sessionRepository';
import { openGuestSession, refreshSession, verifySession } from './sessions';
import { userReply } from './user';

/** Signing in and who is signed in (specification section 7, auth). */
export const routes: Handled[] = [
  handle(guestSignIn, async ({ clinic, services, address, now }) => {
    return inTransaction(services.db, (trx) => openGuestSession(trx, services, { clinicId: clinic.id, address, now }));
  }),

  handle(initCode, async ({ clinic, session, services, body, address, now }) => {
    const identifier = identifierOf(body, clinic.shop.phoneCode);
    if (await isBlocked(services.db, clinic.id, contactsOf(clinic.shop.phoneCode, body.email, body.phoneNumber, body.phoneCode))) {
      throw new ApiError('not_allowed');
    }
    await inTransaction(services.db, (trx) => sendCode(trx, services, { clinic, sessionId: session.id, identifier, address, now }));
    return { sent: true as const };
  }),

  handle(verifyCode, async ({ clinic, session, services, body, now }) => {
    const identifier = identifierOf(body, clinic.shop.phoneCode);
    const given = { firstName: body.firstName?.trim() || null, email: emailIdentifier(body.email) };
    const tried = await inTransaction(services.db, (trx) => verifySession(trx, services, { clinicId: clinic.id, session, identifier, given, code: body.code, now }));
    if (tried === 'wrong') throw new ApiError('InvalidCode');
    if (tried === 'exceeded') throw new ApiError('VerificationMaximumExceeded');
    return tried;
  }),

  handle(getProfile, async ({ clinic, session, db, services }) => {
    const user = await findUser(db, clinic.id, session.userId);
    if (user === undefined) throw new ApiError('unauthorized');
    return userReply(user, services.config.internalEmailDomain);
  }),

  handle(updateName, async ({ clinic, session, db, params, body, services }) => {
    const name = body.firstName.trim().replace(/\s+/g, ' ');
    if (params.id !== session.userId) throw new ApiError('not_found');
    if (name === '') throw new ApiError('validation', { fields: { firstName: 'is required' } });
    await setName(db, clinic.id, session.userId, name);
    const user = await findUser(db, clinic.id, session.userId);
    if (user === undefined) throw new ApiError('unauthorized');
    return userReply(user, services.config.internalEmailDomain);
  }),

  handle(checkAvailability, async ({ clinic, db, body }) => {
    const deactivated = await isDeactivated(db, clinic.id, emailIdentifier(body.email), phoneIdentifier(body.phone, clinic.shop.phoneCode));
    return { available: !deactivated };
  }),

  handle(checkAccess, async ({ clinic, db, body }) => {
    return { pass: !(await isBlocked(db, clinic.id, contactsOf(clinic.shop.phoneCode, body.email, body.phone))) };
  }),

  handle(refreshToken, async ({ clinic, session, token, services, now }) => {
    if (token === null) throw new ApiError('unauthorized');
    return inTransaction(services.db, (trx) => refreshSession(trx, services, { clinicId: clinic.id, session, token, now }));
  }),

  handle(logout, async ({ clinic, session, db, now }) => {
    await endSession(db, clinic.id, session.id, now);
    return { ended: true as const };
  }),
];

/** The contacts that are usable, as they are stored. */
function contactsOf(clinicPhoneCode: string, email?: string | null, phone?: string | null, phoneCode?: string): string[] {
  return [emailIdentifier(email), phoneIdentifier(phone, phoneCode || clinicPhoneCode)].filter((contact) => contact !== null);
}
