import { addDays, instantOf, weekday } from '../../../src/domain/clinicTime';
import type { AppointmentInFile, Rows } from '../../modules/clinicFile/file/file';
import { minuteOfClock } from '../../../src/domain/minuteOfDay';
import { MINUTE } from '../../../src/limits';

type Provider = Rows<'providers'>;

/** What fills a clinician's day: types with their minutes and the species they are for (absent: all). */
export type Usual = { product_id: string; minutes: number; species?: string[] | undefined }[];

type Filling = {
  providers: Provider[];
  usual: Record<string, Usual>;
  clients: { id: string; patients?: { id: string; species_id?: string | undefined }[] | undefined }[];
  /** Appointments that are there already. */
  fixed: AppointmentInFile[];
  minutesOf: (productId: string) => number;
  today: string;
  days: number;
  zone: string;
};

const stepMinutes = 30;

/**
 * Fills the clinicians' hours with believable visits: near days are fuller than far ones, and visits come in runs with
 * gaps between them. The same date gives the same visits.
 */
export function fillDays({
  providers,
  usual,
  clients,
  fixed,
  minutesOf,
  today,
  days,
  zone,
}: Filling): AppointmentInFile[] {
  const made: AppointmentInFile[] = [];
  for (let ahead = 0; ahead < days; ahead += 1) {
    const date = addDays(today, ahead);
    const density = 0.82 - (0.6 * ahead) / days;
    for (const provider of providers) {
      const kinds = usual[provider.id] ?? [];
      for (const span of (provider.hours ?? []).filter((one) => one.day === weekday(date))) {
        for (let minute = minuteOfClock(span.start); minute < minuteOfClock(span.end);) {
          const draw = dice(`${date} ${provider.id} ${minute}`);
          const kind = kinds[Math.floor(dice(`${draw}`) * kinds.length)];
          const at = instantOf(date, minute, zone);
          const fitting = clients.filter(
            ({ patients }) => kind?.species?.includes(patients?.[0]?.species_id ?? '') ?? true,
          );
          const client = fitting[Math.floor(dice(`${draw} who`) * fitting.length)];
          if (
            draw > density ||
            !kind ||
            !at ||
            !client ||
            minute + kind.minutes > minuteOfClock(span.end) ||
            fixed.some((one) => one.provider_id === provider.id && meets(one, at, kind.minutes, minutesOf))
          ) {
            minute += stepMinutes;
            continue;
          }
          const patient = client.patients?.[0];
          made.push({
            id: `visit-${date}-${provider.id}-${minute}`,
            client_id: client.id,
            ...(patient && { patient_id: patient.id }),
            product_id: kind.product_id,
            provider_id: provider.id,
            fromDate: at.toISOString(),
            status: draw < density / 2 ? 'CONFIRMED' : 'ACCEPTED',
          });
          minute += Math.ceil(kind.minutes / 15) * 15;
        }
      }
    }
  }
  return made;
}

function meets(other: AppointmentInFile, at: Date, minutes: number, minutesOf: (productId: string) => number): boolean {
  const start = Date.parse(other.fromDate);
  return start < at.getTime() + minutes * MINUTE && at.getTime() < start + minutesOf(other.product_id) * MINUTE;
}

/** A number from 0 to 1 that depends on the text alone (FNV-1a, then mixed). */
function dice(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
