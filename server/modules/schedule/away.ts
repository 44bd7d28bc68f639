/** A clinician's time off, ISO instants, as a clinic file has it. */
type Clinician = { id: string; time_off?: readonly { from: string; to: string }[] | undefined };

/** A time of a visit, with whom it is: at the start, and in each of its parts. */
type VisitTime = {
  starts_at: Date;
  ends_at: Date;
  provider_id: string | null;
  segments: readonly { providerId: string | null }[];
};

/** The id of a clinician whom the time is with and who is away then; null where nobody is. */
export function awayAt(clinicians: readonly Clinician[], time: VisitTime): string | null {
  const ids = [time.provider_id, ...time.segments.map(({ providerId }) => providerId)];
  const away = clinicians.find(
    ({ id, time_off: off = [] }) =>
      ids.includes(id) && off.some(({ from, to }) => new Date(from) < time.ends_at && new Date(to) > time.starts_at),
  );
  return away?.id ?? null;
}
