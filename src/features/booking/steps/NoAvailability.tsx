import { CallScreen } from './CallClinic';

/**
 * Step 12 (NOAVAIL-01): says that nothing can be booked with these contacts or by this kind of client, without saying
 * which (D-16, D-53).
 */
export function NoAvailability() {
  return <CallScreen heading="No appointments available" />;
}
