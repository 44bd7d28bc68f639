import { useMemo, useState } from 'react';
import { Form } from 'react-final-form';
import { serverNow } from '../../../state/clock';
import { offlineReason } from '../../../state/connection';
import { skipsCode } from '../../../domain/booking/flow';
import { tidyEmail } from '../../../domain/validation/email';
import { fieldErrors } from '../../../domain/validation/fieldErrors';
import { lookupStruct, lookupText, usableLookupField, type LookupValues } from '../../../domain/validation/lookup';
import { phoneSent, phoneShown } from '../../../domain/validation/phone';
import { asText } from '../../../domain/validation/rule';
import * as limits from '../../../limits';
import { Button, Tap } from '../../../ui/actions/Button';
import { DogPeek } from '../../../ui/peek/DogPeek';
import { useWrongField } from '../../../ui/fields/useWrongField';
import { Above, Counter, Peeks, Screen } from '../../../ui/layout/Screen';
import { selectFacts } from '../store/facts';
import { useBack, useBooking } from '../useBooking';
import { TooMany } from '../../../shared/clinic/TooMany';
import { FormText } from '../../../shared/forms/fields';
import { FormPhone } from './fields';
import { submitted } from './submitted';
import { useAppSelector } from '../../../state/store';
import * as screen from '../../../ui/layout/Screen.module.css';
import * as css from './forms.module.css';

/**
 * Step 2: finds a returning client by phone or e-mail (RLOOK-01 to RLOOK-09), or leads to signing in with a password
 * (D-24).
 */
export function ReturningLookup() {
  const { draft, params, shop, isOnline, report, findAccount } = useBooking();
  const isCodeless = useAppSelector((state) => skipsCode(selectFacts(state, serverNow(state)), 'returning-info'));
  const { phoneCode } = shop;
  const suffix = shop.client_config?.test_email_suffix ?? '';
  const validate = useMemo(() => {
    const struct = lookupStruct(suffix, phoneCode);
    return (values: LookupValues) => fieldErrors(struct, values);
  }, [suffix, phoneCode]);
  // When the owner comes back from the code, the contact that it was sent to is filled in.
  const [initialValues] = useState<LookupValues>(() => ({
    phoneNumber: phoneShown(draft.customer?.phoneNumber ?? '', phoneCode),
    email: draft.customer?.phoneNumber ? '' : (draft.customer?.email ?? ''),
  }));
  const { form, attempted } = useWrongField();
  const submit = async (values: LookupValues) => {
    const outcome = await findAccount({
      phoneNumber: phoneSent(asText(values.phoneNumber), phoneCode),
      email: tidyEmail(asText(values.email)),
    });
    return outcome.kind === 'refused' ? outcome.fields : undefined;
  };

  return (
    <Screen onBack={useBack()}>
      <Above>
        <h1 className={`${screen.display} ${css.lookupHeading}`}>{lookupText(params.redirect !== null)}</h1>
      </Above>
      <Peeks>
        <DogPeek size={104} />
      </Peeks>
      <Counter>
        <Form<LookupValues>
          onSubmit={submit}
          initialValues={initialValues}
          validate={validate}
          subscription={{ values: true, hasValidationErrors: true, submitting: true }}
          render={({ handleSubmit, values, hasValidationErrors, submitting }) => {
            const usable = usableLookupField(values);
            return (
              <form
                ref={form}
                noValidate
                onSubmit={(event) => void Promise.resolve(handleSubmit(event)).then(attempted)}
              >
                <FormPhone
                  name="phoneNumber"
                  label="Mobile phone"
                  phoneCode={phoneCode}
                  maxLength={limits.phoneInternationalMax}
                  disabled={usable === 'email'}
                  enterKeyHint="send"
                />
                <p className={css.or} aria-hidden="true">
                  or
                </p>
                <FormText
                  name="email"
                  label="Email"
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  autoCapitalize="none"
                  spellCheck={false}
                  enterKeyHint="send"
                  disabled={usable === 'phoneNumber'}
                />
                <div className={css.lookupSend}>
                  <TooMany of={submitted} />
                  <Button
                    type="submit"
                    disabled={usable === 'both' || hasValidationErrors}
                    busy={submitting}
                    reason={isOnline ? null : offlineReason}
                  >
                    {isCodeless ? 'Continue' : 'Send verification code'}
                  </Button>
                </div>
                <div className={css.lookupPassword}>
                  <Tap accent onClick={() => report('login-wanted')}>
                    Sign in with a password instead
                  </Tap>
                </div>
              </form>
            );
          }}
        />
      </Counter>
    </Screen>
  );
}
