import { array, is, nullable, string, type, type Infer } from 'superstruct';
import { MyClinic, Person } from '../../contract/desk/staff';
import { read, write } from '../../offline/marker';

/** Who is signed in at the desk on this device, and at which clinic the page is. */
const Kept = type({
  token: string(),
  person: Person,
  clinics: array(MyClinic),
  clinicId: nullable(string()),
});
export type Kept = Infer<typeof Kept>;

/** The name under which another tab's change of the session is told (the `storage` event). */
export const sessionKey = 'desk-session';
/** The clinic is a tab's own: it stands in the tab's storage, and the one chosen last on the device for a new tab. */
const clinicKey = 'desk-clinic';
const lastKey = 'desk-person';
const endedKey = 'desk-ended';
const lostKey = 'desk-lost';

/** Why nobody is signed in: `idle` after 12 hours without use (D-421), `ended` from elsewhere, `removed` from every clinic. */
export type Ended = 'idle' | 'ended' | 'removed' | null;

/** Reads the session that the device keeps; null where there is none or it is not of this version. */
export function keptSession(): Kept | null {
  try {
    const kept: unknown = JSON.parse(read(sessionKey) ?? 'null');
    if (!is(kept, Kept)) return null;
    const clinicId = ownClinic() ?? read(clinicKey) ?? kept.clinicId;
    return { ...kept, clinicId: kept.clinics.some(({ id }) => id === clinicId) ? clinicId : null };
  } catch {
    return null;
  }
}

/** The clinic of this tab, '' while one is being chosen; null in a new tab. */
function ownClinic(): string | null {
  try {
    return sessionStorage.getItem(clinicKey);
  } catch {
    return null;
  }
}

/** Keeps the clinic as this tab's; null while one is being chosen. */
export function keepOwnClinic(clinicId: string | null): void {
  try {
    sessionStorage.setItem(clinicKey, clinicId ?? '');
  } catch {
    // Where nothing is kept, a reload shows the clinic that was chosen last.
  }
}

/** Reads whose half-written answers are still on the device; null for nobody's. */
export const keptPersonId = (): string | null => read(lastKey);

/** Reads why the last session ended, so that other tabs and a reload treat what is half written alike. */
export function keptEnded(): Ended {
  const ended = read(endedKey);
  return ended === 'idle' || ended === 'ended' || ended === 'removed' ? ended : null;
}

/** Reads how many half-written answers went with the last session; 0 for none. */
export const keptLost = (): number => Number(read(lostKey)) || 0;

/** Keeps the session on the device, or forgets it; what other tabs hear of last is the session itself. */
export function keepSession(session: {
  kept: Kept | null;
  lastPersonId: string | null;
  ended: Ended;
  lost: number;
}): void {
  const { kept, lastPersonId, ended, lost } = session;
  write(endedKey, ended);
  write(lostKey, lost > 0 ? String(lost) : null);
  write(lastKey, lastPersonId);
  if (kept) keepOwnClinic(kept.clinicId);
  write(clinicKey, kept?.clinicId ?? null);
  // Without the clinic, so that two tabs at two clinics keep the same.
  write(sessionKey, kept && JSON.stringify({ ...kept, clinicId: null }));
}

/** The clinic that an address names: `?clinic=`, as a notice's link does. */
export const clinicWanted = (search: string): string | null => new URLSearchParams(search).get('clinic');
