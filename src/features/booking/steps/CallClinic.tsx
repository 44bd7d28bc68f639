import { shopPhone } from '../../../domain/shop/phone';
import { Button, LinkButton } from '../../../ui/actions/Button';
import { ChatIcon, PhoneIcon } from '../../../ui/icons/frame';
import { CatPeek } from '../../../ui/peek/CatPeek';
import { Above, Counter, Peeks, Screen } from '../../../ui/layout/Screen';
import { useTextUs } from '../outside';
import { useBack, useBooking } from '../useBooking';
import * as common from '../../../ui/layout/common.module.css';
import * as screen from '../../../ui/layout/Screen.module.css';

/** Shows the clinic's phone and text-us where the next step is not possible online. */
export function CallClinic() {
  const { shop } = useBooking();
  return <CallScreen heading={`Please contact ${shop.name} to book this appointment`} />;
}

/** Shows a heading, the clinic's phone and text-us. */
export function CallScreen({ heading, children }: { heading: string; children?: string }) {
  return (
    <Screen onBack={useBack()}>
      <Above>
        <h1 className={screen.display}>{heading}</h1>
        {children && <p className={screen.lede}>{children}</p>}
      </Above>
      <Peeks>
        <CatPeek size={112} />
      </Peeks>
      <Counter>
        <ContactButtons />
      </Counter>
    </Screen>
  );
}

/**
 * Shows the clinic's phone and text-us as buttons. `aside`: less prominent, because the screen's main action is
 * elsewhere.
 */
export function ContactButtons({ aside = false }: { aside?: boolean }) {
  const { shop } = useBooking();
  const onTextUs = useTextUs();
  const phone = shopPhone(shop);
  return (
    <div className={common.stack}>
      {phone && (
        <LinkButton kind={aside ? 'quiet' : 'filled'} href={`tel:${phone.dial}`} icon={<PhoneIcon />}>
          <span className={common.num}>{phone.shown}</span>
        </LinkButton>
      )}
      <Button kind="quiet" icon={<ChatIcon />} onClick={onTextUs}>
        text us
      </Button>
    </div>
  );
}
