import * as appointments from './appointments';
import * as auth from './auth';
import * as availability from './availability';
import * as catalogue from './catalogue';
import * as clients from './clients';
import type { Endpoint } from './endpoint';
import * as messages from './messages';
import * as shop from './shop';

const areas = [auth, shop, catalogue, availability, appointments, clients, messages];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value && 'access' in value;

/** Every call there is. The server must handle each; the page imports its areas one by one instead, to stay small. */
export const endpoints: readonly Endpoint[] = areas.flatMap((area) => Object.values(area).filter(isEndpoint));
