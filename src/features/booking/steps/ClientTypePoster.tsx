import type { Shop } from '../../../contract/shop';
import { shopPhone } from '../../../domain/shop/phone';
import { clientTypeView, type ClientTypeView } from '../../../domain/booking/flow';
import { bookingSwitches } from '../../../domain/shop/settings';
import { showsHours } from '../../../domain/shop/showsHours';
import { Choice } from '../../../ui/choice/Choice';
import { ChatIcon } from '../../../ui/icons/frame';
import { Above, Counter, Peeks, Screen } from '../../../ui/layout/Screen';
import { Greeters, OpenLine } from '../../../shared/clinic/lazyParts';
import { Mark } from '../../../shared/clinic/ClinicMark';
import { PhoneLink } from '../../../shared/clinic/PhoneLink';
import * as common from '../../../ui/layout/common.module.css';
import * as screen from '../../../ui/layout/Screen.module.css';
import * as css from './ClientTypePoster.module.css';

export interface ClientTypePosterProps {
  shop: Shop;
  nowIso: string;
  /** Which variant of the screen to show; a visitor's by default (D-54). */
  view?: ClientTypeView | undefined;
  onNew?: (() => void) | undefined;
  onReturning?: (() => void) | undefined;
  onTextUs?: (() => void) | undefined;
  /** Changes when the booking comes back to this step. */
  step?: string | undefined;
}

/** Shows the booking's first question as a poster (CTYPE-01 to 03, D-54). Must be inside a `ClinicFrame`. */
export function ClientTypePoster({
  shop,
  nowIso,
  view = visitorsView(shop),
  onNew,
  onReturning,
  onTextUs,
  step,
}: ClientTypePosterProps) {
  const lead = leads[view];
  return (
    <Screen poster="room" name="Book an appointment" step={step}>
      <Above>
        <div className={`${css.who} ${common.phoneOnly}`}>
          <Mark shop={shop} size={56} />
          <div>
            <b>{shop.name}</b>
            {showsHours(shop) && <OpenLine shop={shop} nowIso={nowIso} />}
          </div>
        </div>
        <h1 className={screen.display}>
          {view === 'disabled' || view === 'call' ? `Call or text ${shop.name} to book` : clientTypeHeading(shop)}
        </h1>
      </Above>
      <Peeks>
        <div className={css.greeters}>
          <Greeters />
        </div>
      </Peeks>
      <Counter tone="brand">
        <div className={css.answers}>
          {(view === 'both' || view === 'new') && <Choice onChoose={onNew}>New client</Choice>}
          {(view === 'both' || view === 'returning') && <Choice onChoose={onReturning}>Returning client</Choice>}
          {lead && <CallUs shop={shop} lead={lead} onTextUs={onTextUs} />}
        </div>
      </Counter>
    </Screen>
  );
}

/** Returns the question, in the clinic's own words where it has set some (CTYPE-02). */
export function clientTypeHeading(shop: Shop): string {
  const { enabled, text } = shop.feature_settings.custom_online_booking_client_type_text ?? {};
  return (enabled && text?.trim()) || `Have you visited ${shop.name} before?`;
}

/** The text before the clinic's phone, by variant, where the phone is shown (DISABLED-03, DISABLED-04, D-54). */
const leads: Readonly<Partial<Record<ClientTypeView, string>>> = {
  returning: 'New here?',
  call: 'Returning clients cannot book online right now.',
  disabled: 'Online booking is not available right now.',
};

/** Returns the variant for a visitor whom the clinic does not know, as the server renders it. */
const visitorsView = (shop: Shop): ClientTypeView =>
  clientTypeView({ ...bookingSwitches(shop.feature_settings), signedIn: false, knownReturning: false });

function CallUs({ shop, lead, onTextUs }: { shop: Shop; lead: string; onTextUs?: (() => void) | undefined }) {
  const phone = shopPhone(shop);
  return (
    <>
      <p className={css.note}>
        {lead}{' '}
        {phone ? (
          <>
            Call <PhoneLink shop={shop} /> or text us to book.
          </>
        ) : (
          'Text us to book.'
        )}
      </p>
      <Choice icon={<ChatIcon />} onChoose={onTextUs}>
        Text us
      </Choice>
    </>
  );
}
