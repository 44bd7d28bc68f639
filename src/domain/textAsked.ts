import type { TextRequest } from '../contract/messages';
import { DAY } from '../limits';
import { ago } from './ago';
import { formatPhone } from './validation/phoneFormat';

/** How long the last wish to be texted is of interest, milliseconds. */
const shownMs = 14 * DAY;

/**
 * Where the visitor's last wish to be texted stands, with its age (D-424): 'Answered 5 minutes ago', or that it is open.
 * Null without one in the last two weeks. `asked` is the latest first, `phoneCode` the clinic's country code.
 */
export function textAsked(
  [last]: readonly TextRequest[],
  phoneCode: string,
  now: Date,
): { isOpen: boolean; words: string } | null {
  if (!last || now.getTime() - Date.parse(last.state_at) >= shownMs) return null;
  const phone = formatPhone(last.phone_number.slice(`+${phoneCode}`.length));
  const since = ago(new Date(last.state_at), now);
  return last.state === 'open'
    ? { isOpen: true, words: `You asked us ${since} to text ${phone}. We haven't answered yet.` }
    : { isOpen: false, words: `Answered ${since}: you asked us to text ${phone}.` };
}
