import { dateInZone, formatDate } from '../../domain/clinicTime';
import { ClockIcon } from '../../ui/icons/booking';

/** How old what is shown is, in the clinic's zone; nothing where it is the server's of now (D-02, D-12). */
export function SavedOn({ savedAt, zone }: { savedAt: string | null; zone: string }) {
  if (savedAt === null) return null;
  return <p className="appointment__saved soft"><ClockIcon size={18} />{`Saved on ${formatDate(dateInZone(new Date(savedAt), zone))}`}</p>;
}
