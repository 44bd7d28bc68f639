import {
  checkAccess,
  checkAvailability,
  externalSessionToken,
  finishReset as finishResetCall,
  getProfile,
  guestSignIn,
  initCode,
  initReset,
  jwtLogin,
  jwtRegister,
  logout,
  refreshToken,
  signIn,
  signUp as signUpCall,
  updateCustomer,
  updateName,
  updateProfile,
  verifyCode,
  verifyReset,
} from '../../../src/contract/auth';
import { endSignedOut } from '../../../src/contract/signedOut';
import { inTransaction, type Db } from '../../db/transaction';
import { ApiError } from '../../calls/errors';
import { handle, type Call, type Handled } from '../../calls/handlers';
import { sendCode } from './codes/codes';
import { onDevice, renewDevice } from './sessions/devices';
import { externalToken } from './signIn/externalToken';
import { emailIdentifier, identifierOf, phoneIdentifier } from '../contacts/identifiers';
import { changeProfile } from './account/profile';
import { findUser, isBlocked, isDeactivated, setName } from '../users/repository';
import { finishReset, proveReset, resetIdentifier } from './signIn/reset';
import { releaseUnseen } from '../messages/pushFirst';
import { endSession, sessionOfHash } from './sessions/repository';
import { openGuestSession, refreshSession, verifySession } from './signIn/sessions';
import { signInByPassword } from './signIn/password';
import { signUp } from './signIn/signUp';
import { dropSignUp } from './codes/signUpRepository';
import { asStored } from './signIn/spelling';
import { userReply } from './account/userReply';

const registered = ({ clinic, session, services, body, address, now }: Call<typeof signUpCall>) =>
  signUp(services, { clinic, session, body, address, now });

const signedIn = ({ clinic, services, body, device, address, now }: Call<typeof signIn>) =>
  signInByPassword(services, { clinic, username: body.username, password: body.password, device, address, now });

const profileChanged = async ({
  clinic,
  session,
  services,
  body,
  now,
}: Pick<Call<typeof updateProfile>, 'clinic' | 'session' | 'services' | 'body' | 'now'>) => {
  const user = await changeProfile(services, {
    clinicId: clinic.id,
    phoneCode: clinic.shop.phoneCode,
    userId: session.userId,
    body,
    now,
  });
  return userReply(services.db, user, services.config.internalEmailDomain);
};

/** Routes for signing in and for the signed-in user (API-04 to API-17). */
export const routes: Handled[] = [
  handle(
    guestSignIn,
    ({ clinic, services, db, address, now }) => openGuestSession(db, services, { clinicId: clinic.id, address, now }),
    { transaction: true },
  ),

  handle(
    initCode,
    async ({ db, body, session, ...call }) => {
      const { clinic, services } = call;
      const { phoneCode } = clinic.shop;
      const identifier = await asStored(db, clinic.id, identifierOf(body, phoneCode), body.email ?? '');
      // A blocked contact gets no code, but the same answer as any other (D-16, D-204).
      const contacts = contactsOf(phoneCode, body.email, body.phoneNumber, body.phoneCode);
      const isWithheld = await isBlocked(db, clinic.id, contacts);
      const purpose = body.purpose ?? 'sign-in';
      await sendCode(db, services, { ...call, sessionId: session.id, identifier, purpose, isWithheld });
      return { sent: true as const };
    },
    { transaction: true },
  ),

  handle(verifyCode, ({ clinic, session, services, body, device: cookie, now }) =>
    onDevice({ clinicId: clinic.id, device: cookie, services }, async (device) => {
      const identifier = await asStored(
        services.db,
        clinic.id,
        identifierOf(body, clinic.shop.phoneCode),
        body.email ?? '',
      );
      const given = { firstName: body.firstName?.trim() || null, email: emailIdentifier(body.email), phone: null };
      const tried = await inTransaction(services.db, (trx) =>
        verifySession(trx, services, { clinic, session, identifier, given, code: body.code, device, now }),
      );
      if (tried === 'wrong') throw new ApiError('InvalidCode');
      if (tried === 'exceeded') throw new ApiError('VerificationMaximumExceeded');
      return tried;
    }),
  ),

  handle(getProfile, async ({ clinic, session, db, services }) => {
    const user = await findUser(db, clinic.id, session.userId);
    if (user === undefined) throw new ApiError('unauthorized');
    return userReply(db, user, services.config.internalEmailDomain);
  }),

  handle(updateName, async ({ clinic, session, db, params, body, services }) => {
    const name = body.firstName.trim().replace(/\s+/g, ' ');
    if (params.id !== session.userId) throw new ApiError('not_found');
    if (name === '') throw new ApiError('validation', { fields: { firstName: 'is required' } });
    await setName(db, clinic.id, session.userId, name);
    const user = await findUser(db, clinic.id, session.userId);
    if (user === undefined) throw new ApiError('unauthorized');
    return userReply(db, user, services.config.internalEmailDomain);
  }),

  handle(updateProfile, profileChanged),

  handle(updateCustomer, async ({ params, ...call }) => {
    if (params.id !== call.session.userId) throw new ApiError('not_found');
    return profileChanged(call);
  }),

  handle(signUpCall, registered),
  handle(jwtRegister, registered),
  handle(signIn, signedIn),
  handle(jwtLogin, signedIn),

  handle(
    initReset,
    async ({ db, body, session, ...call }) => {
      const { clinic, services } = call;
      const reset = await resetIdentifier(db, clinic.id, body.username, clinic.shop.phoneCode);
      await sendCode(db, services, { ...call, ...reset, sessionId: session.id, purpose: 'reset' });
      return { sent: true as const };
    },
    { transaction: true },
  ),

  handle(verifyReset, async ({ clinic, session, services, body, now }) => {
    const { identifier } = await resetIdentifier(services.db, clinic.id, body.username, clinic.shop.phoneCode);
    return proveReset(services, { clinic, session, identifier, code: body.code, now });
  }),

  handle(finishResetCall, ({ clinic, session, services, body, device: cookie, address, now }) =>
    onDevice({ clinicId: clinic.id, device: cookie, services }, (device) =>
      finishReset(services, { clinic, session, device, token: body.token, password: body.password, address, now }),
    ),
  ),

  handle(externalSessionToken, async ({ clinic, session, services, now }) => {
    const { secret, publicUrl } = services.config;
    return { jwtToken: externalToken(secret, { publicUrl, clinicId: clinic.id, userId: session.userId }, now) };
  }),

  handle(checkAvailability, async ({ clinic, db, body }) => {
    const deactivated = await isDeactivated(
      db,
      clinic.id,
      emailIdentifier(body.email),
      phoneIdentifier(body.phone, clinic.shop.phoneCode),
    );
    return { available: !deactivated };
  }),

  handle(checkAccess, async ({ clinic, db, body }) => {
    return { pass: !(await isBlocked(db, clinic.id, contactsOf(clinic.shop.phoneCode, body.email, body.phone))) };
  }),

  handle(
    refreshToken,
    async ({ clinic, session, token, services, db, now }) => {
      if (token === null) throw new ApiError('unauthorized');
      return refreshSession(db, services, { clinicId: clinic.id, session, token, now });
    },
    {
      transaction: true,
      async after({ clinic, session, services, device, now }, reply) {
        await renewDevice({ clinicId: clinic.id, device, services }, session, now);
        return reply;
      },
    },
  ),

  handle(logout, ({ clinic, session, db, now }) => end(db, clinic.id, session.id, now)),

  handle(endSignedOut, async ({ clinic, body, db, now }) => {
    const id = await sessionOfHash(db, clinic.id, body.token_hash);
    return id === null ? { ended: true as const } : end(db, clinic.id, id, now);
  }),
];

async function end(db: Db, clinicId: string, sessionId: string, now: Date): Promise<{ ended: true }> {
  await endSession(db, clinicId, sessionId, now);
  await dropSignUp(db, clinicId, sessionId);
  await releaseUnseen(db, clinicId, sessionId, now);
  return { ended: true };
}

/** Returns the valid contacts in their stored form. */
function contactsOf(
  clinicPhoneCode: string,
  email?: string | null,
  phone?: string | null,
  phoneCode?: string,
): string[] {
  return [emailIdentifier(email), phoneIdentifier(phone, phoneCode || clinicPhoneCode)].filter(
    (contact) => contact !== null,
  );
}
