import type { ItemKind } from '../../contract/desk/inbox';
import type { Showing } from '../../domain/desk/inboxList';
import { CalendarIcon, CheckIcon, ClockIcon, MailIcon, UserIcon } from '../../ui/icons/booking';
import { InboxIcon, PeopleIcon } from '../../ui/icons/desk';
import { ChatIcon } from '../../ui/icons/frame';
import { CardIcon, PillIcon } from '../../ui/icons/portal';
import type { IconProps } from '../../ui/icons/icon';

type Sign = (props: IconProps) => React.JSX.Element;

/** The sign of each kind, in its row and in the rail. */
export const kindSigns: Readonly<Record<ItemKind, Sign>> = {
  request: CalendarIcon,
  refill: PillIcon,
  waitlist: ClockIcon,
  text_us: ChatIcon,
  deposit: CardIcon,
  records: PeopleIcon,
  undelivered: MailIcon,
  refund: CardIcon,
};

/** The sign of each filter, where the rail is narrow. */
export const showingSigns: Readonly<Record<Showing, Sign>> = {
  all: InboxIcon,
  me: UserIcon,
  requests: kindSigns.request,
  refills: kindSigns.refill,
  waitlist: kindSigns.waitlist,
  text_us: kindSigns.text_us,
  payments: kindSigns.deposit,
  records: kindSigns.records,
  undelivered: kindSigns.undelivered,
  answered: CheckIcon,
};
