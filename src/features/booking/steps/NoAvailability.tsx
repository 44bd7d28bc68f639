import { CallScreen } from './CallClinic';

/** Step 12 (NOAVAIL-01): nothing can be booked by these contacts or for this kind of client; it never says which (D-16, D-53). */
export function NoAvailability() {
  return <CallScreen heading="No appointments available" />;
}
