/** A clinic's own icon, as owners have it on their home screens; its name stands beside it. */
export function ClinicMark({ id, size }: { id: string; size: number }) {
  return <img src={`/${encodeURIComponent(id)}/icons/192.png`} alt="" width={size} height={size} />;
}
