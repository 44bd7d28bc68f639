import { failureOf } from '../../api/api';
import { authApi } from '../../api/auth';
import { toastShown } from '../../state/toasts';
import type { WaitingContact } from '../../contract/auth';
import { codeBodyOf, shownContact } from '../../domain/client/contacts';
import { CODE_SPENT, codeHeading } from '../../domain/validation/code';
import * as limits from '../../limits';
import { CodeEntry } from './CodeEntry';
import { useAppDispatch } from '../../state/store';

/** Asks for the code that was sent to a waiting contact (D-402). `onDone`: it was proved, or the owner went back. */
export function ContactCode({ contact, onDone }: { contact: WaitingContact; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const body = codeBodyOf(contact);
  const check = async (code: string) => {
    const failure = failureOf(await dispatch(authApi.endpoints.verifyCode.initiate({ body: { ...body, code } })));
    if (!failure) {
      dispatch(toastShown(`${shownContact(contact)} is confirmed`));
      onDone();
    }
    return failure;
  };
  return (
    <CodeEntry
      heading={codeHeading(contact.email === null ? 'phone' : 'email')}
      sentTo={shownContact(contact)}
      onBack={onDone}
      check={check}
      resend={async () => failureOf(await dispatch(authApi.endpoints.initCode.initiate({ body })))}
      resendAfter={limits.resendMs}
      onExceeded={() => {
        dispatch(toastShown(CODE_SPENT));
        onDone();
      }}
    />
  );
}
