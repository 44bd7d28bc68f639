import { useEffect, useMemo, useRef, useState } from 'react';
import { Form, useFormState } from 'react-final-form';
import { offlineReason } from '../../../state/connection';
import type { ClientRecord } from '../../../contract/clients';
import { DROPOFF } from '../../../domain/appointment/dropoff';
import type { FormValues } from '../../../domain/booking/draft';
import { dateInZone } from '../../../domain/clinicTime';
import {
  clientInfoSettings,
  clientInfoStruct,
  FORM_HAS_ERRORS,
  noteDoubt,
  petsOffered,
  submitCaption,
  type ClientInfoSettings,
  type ClientInfoValues,
} from '../../../domain/validation/clientInfo';
import { CONSENT, VIRTUAL_CONSENT, WELLNESS } from '../../../domain/validation/consent';
import { fieldErrors } from '../../../domain/validation/fieldErrors';
import { ONE_PET_NOTE_CONFIRM, ONE_PET_NOTE_QUESTION } from '../../../domain/validation/multiplePets';
import { lockedPhone } from '../../../domain/validation/phone';
import { asText } from '../../../domain/validation/rule';
import * as limits from '../../../limits';
import { Button } from '../../../ui/actions/Button';
import { Notice } from '../../../ui/feedback/Notice';
import { TooMany } from '../../../shared/clinic/TooMany';
import { submitted } from './submitted';
import { Counter, Foot, Screen } from '../../../ui/layout/Screen';
import { painted } from '../../../ui/behaviour/painted';
import { TextArea } from '../../../ui/fields/TextArea';
import { bringUp, useWrongField } from '../../../ui/fields/useWrongField';
import { HeldTime } from '../hold/HeldTime';
import { useServerClock } from '../../../state/clock';
import { useActions, useIsReturning, useOwner, useProduct } from '../useBooking';
import { AddressFields } from './clientInfo/AddressFields';
import { BirthDate } from './clientInfo/BirthDate';
import { keptValues, startingValues } from './clientInfo/clientInfoForm';
import { DemographicFields } from './clientInfo/DemographicFields';
import { FormText, RefusedBefore, useFormField } from '../../../shared/forms/fields';
import { FormCheckbox, FormDoubt, FormPhone } from './fields';
import { PetField } from './clientInfo/PetField';
import { useSpeciesLists } from './clientInfo/useSpeciesLists';
import { useAppSelector } from '../../../state/store';
import * as common from '../../../ui/layout/common.module.css';
import * as css from './forms.module.css';

const always = () => true;
/** What the form as a whole is drawn anew for. */
const nothing = {};

/** Step 5: asks about the owner and the pet (INFO-01 to INFO-16). */
export function ClientInfo() {
  const { shop, report, saveFormValues, submitClientInfo } = useActions();
  const species = useAppSelector((state) => state.booking.draft.species);
  const isDropoff = useAppSelector((state) => state.booking.draft.isDropoff);
  const { owner, client, isClientKnown } = useOwner();
  const product = useProduct();
  const isReturning = useIsReturning();
  const refusedBefore = useAppSelector((state) => state.booking.refusedFields);
  const settings = useMemo(
    () => clientInfoSettings(shop.feature_settings, product, isReturning),
    [shop, product, isReturning],
  );
  const lists = useSpeciesLists(species?.id ?? null, settings.demographics);
  const today = dateInZone(new Date(useServerClock()()), shop.timezone);
  const pets = useMemo(
    () => (isClientKnown ? petsOffered(client, species?.id) : null),
    [client, isClientKnown, species],
  );
  const { phoneCode } = shop;
  const own = lockedPhone(owner, client, phoneCode);
  const validate = useMemo(() => {
    const struct = clientInfoStruct(settings, {
      client,
      today,
      pets: pets ?? [],
      lists,
      phone: { code: phoneCode, own },
    });
    return (values: ClientInfoValues) => fieldErrors(struct, values);
  }, [settings, client, today, pets, lists, phoneCode, own]);
  // The values typed before are read once on arrival; from then on the draft follows the form.
  const draft = useAppSelector((state) => state.booking.draft, always);
  const [arrived] = useState(() => ({ form: draft.form, customer: draft.customer }));
  const initialValues = useMemo(
    () => startingValues(arrived, owner, client, pets, phoneCode),
    [arrived, owner, client, pets, phoneCode],
  );

  const isRefused = Object.keys(refusedBefore).length > 0;
  const { form, attempts, attempted } = useWrongField(isRefused);
  const isFromNotice = useAppSelector((state) => state.booking.cameFrom === 'keyword-notice');
  useEffect(() => {
    // The notice was about the note, so the owner returns to that field.
    if (isFromNotice && !isRefused) bringUp(form.current?.querySelector<HTMLElement>('[name="note"]'));
  }, [isFromNotice, isRefused, form]);
  const submit = async (values: ClientInfoValues) => {
    await painted();
    const outcome = await submitClientInfo({
      ...keptValues(values),
      onePetName: values.onePetName,
      onePetNote: values.onePetNote,
    });
    return outcome.kind === 'refused' ? outcome.fields : undefined;
  };

  return (
    <Screen title="You and your pet" onBack={() => report('went-back')} hold={<HeldTime />}>
      <Counter>
        <RefusedBefore value={refusedBefore}>
          <Form<ClientInfoValues>
            onSubmit={submit}
            initialValues={initialValues}
            keepDirtyOnReinitialize
            validate={validate}
            subscription={nothing}
            render={({ handleSubmit }) => (
              <form
                ref={form}
                noValidate
                onSubmit={(event) => void Promise.resolve(handleSubmit(event)).then(attempted)}
              >
                <Kept onChange={saveFormValues} />
                {isDropoff && <p className={common.note}>{DROPOFF}</p>}
                <OwnerFields settings={settings} today={today} phoneCode={phoneCode} isPhoneLocked={own !== null} />
                <PetField offered={pets} />
                <DemographicFields asked={settings.demographics} lists={lists} today={today} />
                <NoteField isRequired={settings.isNoteRequired} client={client} />
                <Consents {...settings} />
                <Foot>
                  <ErrorBanner attempts={attempts} />
                  <Submit />
                </Foot>
              </form>
            )}
          />
        </RefusedBefore>
      </Counter>
    </Screen>
  );
}

function OwnerFields({
  settings,
  today,
  phoneCode,
  isPhoneLocked,
}: {
  settings: ClientInfoSettings;
  today: string;
  phoneCode: string;
  isPhoneLocked: boolean;
}) {
  const { isPhoneRequired, isEmailRequired } = settings;
  return (
    <>
      <FormText
        name="firstName"
        label="Full name"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        required
      />
      {isPhoneLocked ? (
        <FormText name="phoneNumber" label="Mobile phone" type="tel" hint="To change it, please call us." readOnly />
      ) : (
        <FormPhone
          name="phoneNumber"
          label="Mobile phone"
          phoneCode={phoneCode}
          mark={markOf(isPhoneRequired, isEmailRequired)}
          enterKeyHint="next"
          required={isPhoneRequired}
        />
      )}
      <FormText
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        mark={markOf(isEmailRequired, isPhoneRequired)}
        required={isEmailRequired}
      />
      {settings.address !== 'none' && <AddressFields isRequired={settings.address === 'required'} />}
      {settings.isBirthDateAsked && (
        <BirthDate name="clientDob" label="Your date of birth" today={today} autoComplete="bday" />
      )}
    </>
  );
}

/**
 * Asks returning clients about the wellness plan, and for the owner's consent: a checkbox, or a sentence for a virtual
 * visit (INFO-08, INFO-11, INFO-12).
 */
function Consents({ isWellnessAsked, isConsentAsked }: Pick<ClientInfoSettings, 'isWellnessAsked' | 'isConsentAsked'>) {
  return (
    <>
      {isWellnessAsked && (
        <div className={css.consent}>
          <FormCheckbox name="hasWellnessPlan">{WELLNESS}</FormCheckbox>
        </div>
      )}
      {isConsentAsked ? (
        <div className={css.consent}>
          <FormCheckbox name="allowRemind">{CONSENT}</FormCheckbox>
        </div>
      ) : (
        <p className={css.consent}>{VIRTUAL_CONSENT}</p>
      )}
    </>
  );
}

/** Returns 'Optional' only where the other contact is the required one; without a setting either one will do (D-76). */
const markOf = (isRequired: boolean, isOtherRequired: boolean): string | undefined =>
  !isRequired && isOtherRequired ? 'Optional' : undefined;

function NoteField({ isRequired, client }: { isRequired: boolean; client: ClientRecord | null }) {
  const { value, error, change, onBlur, onFocus } = useFormField<string>('note');
  const note = asText(value);
  const used = note.trim().length;
  return (
    <>
      <TextArea
        name="note"
        label="Reason for the visit"
        mark={isRequired ? undefined : 'Optional'}
        placeholder="Anything we should know"
        hint={used >= limits.noteMax * 0.8 ? `${used}/${limits.noteMax}` : undefined}
        required={isRequired}
        value={note}
        error={error}
        onChange={change}
        onBlur={onBlur}
        onFocus={onFocus}
      />
      <FormDoubt
        name="onePetNote"
        doubt={noteDoubt(note, client)}
        question={ONE_PET_NOTE_QUESTION}
        confirm={ONE_PET_NOTE_CONFIRM}
      />
    </>
  );
}

/**
 * Passes each change on, including one that undoes the first, so that the values survive when the browser ends the page
 * (D-38).
 */
function Kept({ onChange }: { onChange: (values: FormValues) => void }) {
  const { values, pristine } = useFormState<ClientInfoValues>({ subscription: { values: true, pristine: true } });
  const isChanged = useRef(false);
  useEffect(() => {
    isChanged.current ||= !pristine;
    if (isChanged.current) onChange(keptValues(values));
  }, [values, pristine, onChange]);
  return null;
}

/** Says that a submitted form has errors: aloud after an attempt, not for an error that typing makes after it. */
function ErrorBanner({ attempts }: { attempts: number }) {
  const { submitFailed, hasValidationErrors, hasSubmitErrors, dirtySinceLastSubmit } = useFormState({
    subscription: { submitFailed: true, hasValidationErrors: true, hasSubmitErrors: true, dirtySinceLastSubmit: true },
  });
  const hasErrors = hasValidationErrors || (hasSubmitErrors && !dirtySinceLastSubmit);
  // The attempt whose errors were all corrected.
  const [corrected, setCorrected] = useState(0);
  if (submitFailed && !hasErrors && corrected !== attempts) setCorrected(attempts);
  if (!submitFailed || !hasErrors) return null;
  const isQuiet = attempts > 0 && corrected === attempts;
  // An alert is announced when it comes, not when a notice becomes one.
  return <Notice key={String(isQuiet)} kind="error" title={FORM_HAS_ERRORS} isQuiet={isQuiet} />;
}

/** The button, and that the last attempt failed. */
function Submit() {
  const { shop, isOnline } = useActions();
  const { submitting } = useFormState({ subscription: { submitting: true } });
  const hasSaveFailed = useAppSelector((state) => state.booking.hasSaveFailed);
  return (
    <>
      {hasSaveFailed && !submitting && (
        <Notice kind="error" title="Not confirmed yet">
          We could not save your booking, or did not hear back. Please try again: it is booked only once.
        </Notice>
      )}
      <TooMany of={submitted} />
      <Button type="submit" caps busy={submitting} reason={isOnline ? null : offlineReason}>
        {submitCaption(shop.metadata.isAutoAccept === true)}
      </Button>
    </>
  );
}
