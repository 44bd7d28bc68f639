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
const lastKey = 'desk-person';

/** Reads the session that the device keeps; null where there is none or it is not of this version. */
export function keptSession(): Kept | null {
  try {
    const kept: unknown = JSON.parse(read(sessionKey) ?? 'null');
    return is(kept, Kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Reads whose half-written answers are still on the device; null for nobody's. */
export const keptPersonId = (): string | null => read(lastKey);

/** Keeps the session on the device, or forgets it. */
export function keepSession({ kept, lastPersonId }: { kept: Kept | null; lastPersonId: string | null }): void {
  write(sessionKey, kept && JSON.stringify(kept));
  write(lastKey, lastPersonId);
}

/** The clinic that an address names: `?clinic=`, as a notice's link does. */
export const clinicWanted = (search: string): string | null => new URLSearchParams(search).get('clinic');
