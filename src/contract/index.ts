import * as appointments from './appointments';
import * as auth from './auth';
import * as signedOut from './signedOut';
import * as availability from './availability';
import * as catalogue from './catalogue';
import * as clients from './clients';
import type { Endpoint } from './endpoint';
import * as inbox from './desk/inbox';
import * as insurance from './insurance';
import * as messages from './messages';
import * as payments from './payments';
import * as passkeys from './desk/passkeys';
import * as pets from './pets';
import * as push from './push';
import * as sessions from './sessions';
import * as shop from './shop';
import * as staff from './desk/staff';
import * as tracking from './tracking';
import * as waitlist from './waitlist';

/** The contract's modules by name. */
export const areas = {
  auth,
  signedOut,
  sessions,
  shop,
  catalogue,
  availability,
  appointments,
  clients,
  pets,
  waitlist,
  payments,
  inbox,
  insurance,
  messages,
  push,
  staff,
  passkeys,
  tracking,
};

type Areas = typeof areas;
type CallsOf<Area> = { [Name in keyof Area]: Area[Name] extends Endpoint ? Name : never }[keyof Area];
/** The names of all calls; each call is exported under its own name. */
export type CallName = { [Area in keyof Areas]: CallsOf<Areas[Area]> }[keyof Areas];

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value && 'access' in value;

/** Every call there is. The server must handle each; the page imports its areas one by one instead, to stay small. */
export const endpoints: readonly Endpoint[] = Object.values(areas).flatMap((area) =>
  Object.values(area).filter(isEndpoint),
);
