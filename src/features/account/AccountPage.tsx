import { useRef, useState } from 'react';
import { authApi } from '../../api/auth';
import { offlineReason, selectIsOnline } from '../../state/connection';
import { useCopies } from '../../api/records/records';
import { selectOwner } from '../../state/session';
import { tellIfSignedOut } from '../../api/tellIfSignedOut';
import { toastShown } from '../../state/toasts';
import { useLocked } from '../../state/useLocked';
import type { Shop } from '../../contract/shop';
import { formatMonth } from '../../domain/clinicTime';
import { savedOn } from '../../domain/savedOn';
import { usedContact } from '../../domain/client/contacts';
import { birthdayProblem, PROFILE_SAVED, type Birthday } from '../../domain/validation/birthday';
import { ownPhone, phoneShown } from '../../domain/validation/phone';
import { copyOf } from '../../offline/database/copies';
import { Button } from '../../ui/actions/Button';
import { painted } from '../../ui/behaviour/painted';
import { Room } from '../../ui/feedback/Skeleton';
import { SavedNote } from '../../ui/feedback/SavedNote';
import { useServerTime } from '../../state/useServerTime';
import { Above, Counter, Screen } from '../../ui/layout/Screen';
import { bringUp } from '../../ui/fields/useWrongField';
import { SelectField } from '../../ui/fields/SelectField';
import { TextArea } from '../../ui/fields/TextArea';
import { TextField } from '../../ui/fields/TextField';
import { Sessions, type SignOut } from './Sessions';
import { WaitingContacts, type WaitingContactsProps } from './WaitingContacts';
import { useAppDispatch, useAppSelector } from '../../state/store';
import * as screen from '../../ui/layout/Screen.module.css';
import * as css from './account.module.css';

const unchanged = () => undefined;
const days = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));
const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: formatMonth(`2024-${String(index + 1).padStart(2, '0')}-01`),
}));

const textOf = (value: number | null): string => (value === null ? '' : String(value));
const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

/**
 * Shows the owner's details as the clinic knows them, which only the clinic can change, without a phone or e-mail that
 * it does not know. Owners can set their birthday (ACCT-01 to ACCT-04) and end their sessions (D-407). Without a
 * network the details carry their date (D-02).
 */
export function AccountPage({
  shop,
  onCodeSent,
  onSignOut,
}: {
  shop: Shop;
  onCodeSent: WaitingContactsProps['onCodeSent'];
  onSignOut: SignOut;
}) {
  const owner = useAppSelector(selectOwner);
  const isOnline = useAppSelector(selectIsOnline);
  const copies = useCopies();
  const [now] = useServerTime();
  const { data: client = null } = authApi.useClientByUserQuery(
    { query: { user_id: owner?.id ?? '' } },
    { skip: !owner?.waiting?.length },
  );
  const phone = owner && (usedContact(owner, client, 'phone') ?? owner);
  const email = owner && (usedContact(owner, client, 'email') ?? owner);
  const copy = copies && copyOf(copies, 'profile', '');
  return (
    <Screen portal>
      <Above>
        <h1 className={screen.display}>My Account</h1>
      </Above>
      <Counter>
        {!isOnline && copies && <SavedNote>{savedOn(copy?.savedAt ?? null, shop.timezone, now)}</SavedNote>}
        {!isOnline && !copies && (
          <Room>
            <SavedNote>{savedOn(now.toISOString(), shop.timezone, now)}</SavedNote>
          </Room>
        )}
        <TextArea label="Full name" value={owner?.firstName ?? ''} onChange={unchanged} rows={1} disabled />
        {phone?.phoneNumber && (
          <TextField
            label="Mobile phone"
            type="tel"
            value={phoneShown(ownPhone(phone), shop.phoneCode)}
            onChange={unchanged}
            disabled
          />
        )}
        {email?.email && <TextArea label="Email" value={email.email} onChange={unchanged} rows={1} disabled />}
        {owner && <WaitingContacts owner={owner} client={client} onCodeSent={onCodeSent} />}
        <BirthdayForm />
        <Sessions zone={shop.timezone} onSignOut={onSignOut} />
      </Counter>
    </Screen>
  );
}

/**
 * Asks for the birthday's day and month, saved by their own button (ACCT-02, ACCT-03, D-117). Needs a network (D-03); a
 * choice that could not be saved stays.
 */
function BirthdayForm() {
  const dispatch = useAppDispatch();
  const owner = useAppSelector(selectOwner);
  const isOnline = useAppSelector(selectIsOnline);
  const [typed, setTyped] = useState<Birthday | null>(null);
  const [isTried, setTried] = useState(false);
  const [update] = authApi.useUpdateProfileMutation();
  const known = {
    dateOfBirth: owner?.metadata?.dateOfBirth ?? null,
    monthOfBirth: owner?.metadata?.monthOfBirth ?? null,
  };
  const shown = typed ?? known;
  const problem = birthdayProblem(shown);
  const isWhole = shown.dateOfBirth !== null && shown.monthOfBirth !== null;
  // A missing part is reported when the owner tries to save; a day that the month does not have, at once.
  const said = isTried || isWhole ? problem : null;
  const form = useRef<HTMLFormElement>(null);
  const [save, isSaving] = useLocked(async () => {
    setTried(true);
    if (problem) {
      // The field with the error is told as it takes the focus.
      await painted();
      bringUp(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
      return;
    }
    const answer = await update({ body: { metadata: shown } });
    dispatch(tellIfSignedOut(answer));
    if (!answer.data) return;
    setTyped(null);
    setTried(false);
    dispatch(toastShown(PROFILE_SAVED));
  });
  const change = (part: Partial<Birthday>) => setTyped({ ...shown, ...part });
  return (
    <form
      ref={form}
      className={css.birthday}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isOnline) void save();
      }}
    >
      <SelectField
        label="Birth month"
        mark="Optional"
        placeholder="Month"
        autoComplete="bday-month"
        value={textOf(shown.monthOfBirth)}
        options={months}
        onChange={(text) => change({ monthOfBirth: numberOf(text) })}
      />
      <SelectField
        label="Birth day"
        mark="Optional"
        placeholder="Day"
        autoComplete="bday-day"
        value={textOf(shown.dateOfBirth)}
        options={days}
        onChange={(text) => change({ dateOfBirth: numberOf(text) })}
        error={said}
      />
      <div className={css.save}>
        <Button type="submit" busy={isSaving} reason={isOnline ? null : offlineReason}>
          Save
        </Button>
      </div>
    </form>
  );
}
