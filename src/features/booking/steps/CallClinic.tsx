import { ContactButtons } from '../../../shared/clinic/ContactButtons';
import { CatPeek } from '../../../ui/peek/CatPeek';
import { Above, Counter, Peeks, Screen } from '../../../ui/layout/Screen';
import { useTextUs } from '../outside';
import { useBack, useBooking } from '../useBooking';
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
        <CallButtons />
      </Counter>
    </Screen>
  );
}

/** Shows the contact buttons of the clinic that is booked at. `aside`: the screen's main action is elsewhere. */
export function CallButtons({ aside }: { aside?: boolean }) {
  return <ContactButtons shop={useBooking().shop} textUs="text us" onTextUs={useTextUs()} aside={aside} />;
}
