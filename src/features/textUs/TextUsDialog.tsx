import { useEffect, useRef, useState, type FormEvent } from 'react';
import { offlineReason, selectIsOnline } from '../../state/connection';
import { selectReader, selectSession } from '../../state/session';
import { useServerTime } from '../../state/useServerTime';
import { sendAsOne } from '../../api/tryKeys';
import type { Shop } from '../../contract/shop';
import * as limits from '../../limits';
import { textAsked } from '../../domain/textAsked';
import { shopPhone } from '../../domain/shop/phone';
import { formatPhoneTyped, PHONE_INVALID, phoneDigitsOf, readPhone } from '../../domain/validation/phone';
import { Button, LinkButton } from '../../ui/actions/Button';
import { Dialog } from '../../ui/layout/Dialog';
import { CheckIcon, HourglassIcon } from '../../ui/icons/booking';
import { Announced } from '../../ui/feedback/Announced';
import { Notice } from '../../ui/feedback/Notice';
import { TextField } from '../../ui/fields/TextField';
import { useWrongField } from '../../ui/fields/useWrongField';
import { textUs as textUsCall } from '../../contract/messages';
import { TooMany } from '../../shared/clinic/TooMany';
import { textUsApi } from './api';
import { useAppSelector } from '../../state/store';
import * as css from './TextUsDialog.module.css';

/** The messages for a missing number (TEXT-04) and for a wrong one (TEXT-03). */
const PHONE_MISSING = 'Please enter a phone number';
const PHONE_WRONG = 'Please enter a valid phone number';
const THANKS = "Thanks! We'll text you shortly.";

const asks = [textUsCall];

/** Returns what is wrong with the number (TEXT-03, TEXT-04), in the form's words for a foreign one (D-403). */
function problemOf(phone: string, phoneCode: string): string {
  if (phone.trim() === '') return PHONE_MISSING;
  return readPhone(phone, phoneCode).kind === 'foreign' ? PHONE_INVALID : PHONE_WRONG;
}

type Standing = 'asking' | 'thanked' | 'fading';

export interface TextUsDialogProps {
  shop: Shop;
  open: boolean;
  onClose: () => void;
}

/**
 * Asks for the owner's number, so that the clinic can start the chat; without a network, offers to call or text from
 * the phone (TEXT-01 to 04, D-107). Says where the last such wish stands (D-424).
 */
export function TextUsDialog({ shop, open, onClose }: TextUsDialogProps) {
  const [standing, setStanding] = useState<Standing>('asking');
  const [phone, setPhone] = useTyped();
  useThanks(standing, setStanding, onClose);
  const close = () => {
    setStanding('asking');
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title="Text with us" closeText="Close">
      {standing === 'asking' ? (
        <Ask
          shop={shop}
          phone={phone}
          onType={setPhone}
          onSent={() => {
            setPhone('');
            setStanding('thanked');
          }}
        />
      ) : (
        <div className={css.thanks} data-fading={standing === 'fading' ? '' : undefined}>
          <Announced>{THANKS}</Announced>
        </div>
      )}
    </Dialog>
  );
}

/** Holds what is typed, also while the dialog is closed; what an owner typed, for that owner alone. */
function useTyped(): [string, (phone: string) => void] {
  const reader = useAppSelector((state) => selectReader(state)?.id ?? null);
  const [{ phone, by }, setTyped] = useState({ phone: '', by: reader });
  return [by === null || by === reader ? phone : '', (text) => setTyped({ phone: text, by: reader })];
}

interface AskProps {
  shop: Shop;
  phone: string;
  onType: (phone: string) => void;
  onSent: () => void;
}

function Ask({ shop, phone, onType, onSent }: AskProps) {
  const [error, setError] = useState<string | null>(null);
  const isOnline = useAppSelector(selectIsOnline);
  const [textUs, { isLoading }] = textUsApi.useTextUsMutation();
  const clinic = shopPhone(shop);
  const { form, attempted } = useWrongField();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const digits = phoneDigitsOf(phone, shop.phoneCode);
    setError(digits ? null : problemOf(phone, shop.phoneCode));
    attempted();
    if (!digits || !isOnline || isLoading) return;
    const answer = await sendAsOne(JSON.stringify([shop.id, 'textUs', digits]), (key) =>
      textUs({ body: { phone_number: digits }, key }),
    );
    if (answer.data) onSent();
  };
  return (
    <form ref={form} className={css.textus} noValidate onSubmit={(event) => void send(event)}>
      <LastAsked shop={shop} />
      <p>{`Leave your mobile number and ${shop.name} will text you.`}</p>
      <TextField
        label="Mobile phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        enterKeyHint="send"
        value={phone}
        error={error}
        onChange={(text) => {
          onType(formatPhoneTyped(text, shop.phoneCode));
          setError(null);
        }}
      />
      <TooMany of={asks} />
      <Button type="submit" busy={isLoading} reason={isOnline ? null : offlineReason}>
        Send
      </Button>
      {!isOnline && clinic && (
        <>
          <Notice kind="hint">Your phone's own messages and calls work without internet.</Notice>
          <LinkButton kind="quiet" href={`sms:${clinic.dial}`}>{`Text ${clinic.shown}`}</LinkButton>
          <LinkButton kind="quiet" href={`tel:${clinic.dial}`}>{`Call ${clinic.shown}`}</LinkButton>
        </>
      )}
    </form>
  );
}

/** Shows whether the last wish to be texted is open or answered (D-424). A visitor without a session has made none. */
function LastAsked({ shop }: { shop: Shop }) {
  const { token } = useAppSelector(selectSession);
  const [now] = useServerTime();
  const { data } = textUsApi.useTextRequestsQuery({}, { skip: token === null, refetchOnMountOrArgChange: true });
  const last = textAsked(data ?? [], shop.phoneCode, now);
  return (
    last && (
      <Notice kind="hint" icon={last.isOpen ? <HourglassIcon size={22} /> : <CheckIcon size={22} />}>
        {last.words}
      </Notice>
    )
  );
}

/** Shows the confirmation for 3 s, fades it out in 1.5 s, and closes the dialog (TEXT-02). */
function useThanks(standing: Standing, setStanding: (standing: Standing) => void, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  useEffect(() => {
    if (standing === 'asking') return undefined;
    const isShown = standing === 'thanked';
    const timer = setTimeout(
      () => {
        setStanding(isShown ? 'fading' : 'asking');
        if (!isShown) latest.current();
      },
      isShown ? limits.textUsShownMs : limits.textUsFadeMs,
    );
    return () => clearTimeout(timer);
  }, [standing, setStanding]);
}
