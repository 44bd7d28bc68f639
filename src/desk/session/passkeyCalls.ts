import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { StaffSession } from '../../contract/desk/staff';
import { deviceLabel } from '../../domain/account/deviceLabel';
import { unmadeWords } from '../../domain/desk/passkeyWords';
import { failureOf, problemText } from '../api/api';
import { staffApi } from '../api/staff';
import type { AppThunk } from '../store';

/** Whether the browser can make and use passkeys. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

const CANCELED = 'The passkey was not used. Try again, or sign in with a code.';

type Told<T> = { data: T } | { says: string };

/** Signs in by a passkey of the device (D-421); the sentence says why it did not. */
export const signInByPasskey = (): AppThunk<Promise<Told<StaffSession>>> => async (dispatch) => {
  const asked = await dispatch(staffApi.endpoints.passkeyOptions.initiate({}, { track: false }));
  const refused = failureOf(asked);
  if (refused || !asked.data) return { says: refused ? problemText(refused) : CANCELED };
  const { ceremony_id, options } = asked.data;
  const answer = await import('@simplewebauthn/browser')
    .then(({ startAuthentication }) =>
      startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
    )
    .catch(() => null);
  if (!answer) return { says: CANCELED };
  const body = { ceremony_id, answer };
  const reply = await dispatch(staffApi.endpoints.passkeySignIn.initiate({ body } as never, { track: false }));
  const failure = failureOf(reply);
  return failure || !reply.data ? { says: failure ? problemText(failure) : CANCELED } : { data: reply.data };
};

/** Makes a passkey on this device for the person; the sentence says why there is none. */
export const makePasskey = (): AppThunk<Promise<string | null>> => async (dispatch) => {
  const asked = await dispatch(staffApi.endpoints.newPasskeyOptions.initiate({}, { track: false }));
  const refused = failureOf(asked);
  if (refused || !asked.data) return refused && problemText(refused);
  const { ceremony_id, options } = asked.data;
  const answer = await import('@simplewebauthn/browser')
    .then(({ startRegistration }) =>
      startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
    )
    .catch((fault: unknown) => unmadeWords(fault instanceof Error ? fault.name : ''));
  if (typeof answer === 'string') return answer;
  const body = { ceremony_id, answer, label: deviceLabel(navigator.userAgent) };
  const failure = failureOf(
    await dispatch(staffApi.endpoints.addPasskey.initiate({ body } as never, { track: false })),
  );
  return failure && problemText(failure);
};
