/**
 * Returns a time zone in which it is midday at the given instant, so that a clinic there has no midnight during a test.
 */
export function middayZone(now = new Date()): string {
  const east = 12 - now.getUTCHours();
  // In these names the sign is reversed: minus is east.
  return east < 0 ? `Etc/GMT+${-east}` : `Etc/GMT-${east}`;
}
