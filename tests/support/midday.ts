/** A time zone in which it is midday at an instant: a clinic there has no midnight while a test runs. */
export function middayZone(now = new Date()): string {
  const east = 12 - now.getUTCHours();
  // The names count westwards.
  return east < 0 ? `Etc/GMT+${-east}` : `Etc/GMT-${east}`;
}
