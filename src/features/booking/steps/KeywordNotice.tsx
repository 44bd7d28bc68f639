import { useEffect } from 'react';
import { offlineReason } from '../../../state/connection';
import { useLocked } from '../../../state/useLocked';
import {
  noticeButton,
  NOTICE_BACK,
  NOTICE_CONTACT,
  NOTICE_TEXT_US,
  NOTICE_TITLE,
} from '../../../domain/booking/keywords';
import { Button } from '../../../ui/actions/Button';
import { Above, Counter, Foot, Screen } from '../../../ui/layout/Screen';
import { useTextUs } from '../outside';
import { HeldTime } from '../hold/HeldTime';
import { useBooking } from '../useBooking';
import { ContactButtons } from '../../../shared/clinic/ContactButtons';
import { TooMany } from '../../../shared/clinic/TooMany';
import { submitted } from './submitted';
import { useAppSelector } from '../../../state/store';
import * as screen from '../../../ui/layout/Screen.module.css';
import * as css from './KeywordNotice.module.css';

/** Shows the clinic's notice that the owner's note matched, before booking (KEY-01 to KEY-05, KEY-09, KEY-10, D-91). */
export function KeywordNotice() {
  const { shop, isOnline, report, confirmNotice } = useBooking();
  const notice = useAppSelector((state) => state.booking.notice);
  const onTextUs = useTextUs();
  const [goOn, isBusy] = useLocked(confirmNotice);
  const isMissing = notice === null;
  useEffect(() => {
    if (isMissing) report('form-reopened');
  }, [isMissing, report]);
  if (!notice) return null;
  const onward = noticeButton(notice);
  const message = notice.info_message?.trim();

  return (
    <Screen onBack={() => report('went-back')} hold={<HeldTime />}>
      <Above>
        <h1 className={screen.display}>{NOTICE_TITLE}</h1>
      </Above>
      <Counter>
        {message && <p className={css.message}>{message}</p>}
        <section className={css.contact} aria-labelledby="keynotice-contact">
          <h2 id="keynotice-contact">{NOTICE_CONTACT}</h2>
          <ContactButtons shop={shop} textUs={NOTICE_TEXT_US} onTextUs={onTextUs} aside />
        </section>
        <Foot>
          <TooMany of={submitted} />
          {onward !== null && (
            <Button busy={isBusy} onClick={() => void goOn()} reason={isOnline ? null : offlineReason}>
              {onward}
            </Button>
          )}
          <Button kind={onward === null ? 'filled' : 'plain'} onClick={() => report('went-back')}>
            {NOTICE_BACK}
          </Button>
        </Foot>
      </Counter>
    </Screen>
  );
}
