import type { Endpoint } from '../../contract/endpoint';
import { inbox } from '../../contract/desk/inbox';
import { deviceNow } from '../../offline/clock';
import type { Reply } from '../../offline/exchange';
import { hearing } from '../api/hearing';
import { clinicWanted, keptSession } from '../session/kept';

/** The list of who is signed in on this device, asked for while the page's code still comes. */

type Asked = { token: string; clinicId: string; sent: number; reply: Promise<Reply<unknown>> };
let asked: Asked | null = null;

/** Asks for the list of the clinic that the page will show, where somebody is signed in. */
export function askEarly(base: string, search: string): void {
  const kept = keptSession();
  if (!kept) return;
  const { token, clinics } = kept;
  const wanted = clinicWanted(search);
  const clinicId = clinics.find(({ id }) => id === wanted)?.id ?? kept.clinicId;
  if (clinicId === null) return;
  asked = { token, clinicId, sent: deviceNow(), reply: hearing(inbox, { query: {} }, { base, clinicId, token }) };
}

/** Gives the reply to the one call that is the same, and when it was sent; null for any other call, and a second time. */
export function takeEarly(
  call: Endpoint,
  input: { query?: unknown },
  by: { token: string; clinicId: string | null },
): Pick<Asked, 'sent' | 'reply'> | null {
  if (call.name !== inbox.name || Object.keys(input.query ?? {}).length > 0) return null;
  const mine = asked;
  asked = null;
  return mine && mine.token === by.token && mine.clinicId === by.clinicId ? mine : null;
}
