/**
 * The zone that times are in: the given one, or this device's own where it does not know that one (D-123, D-413). The
 * server does so when it loads a clinic and tells the page the outcome, so that the times that it offers, writes into
 * messages and calendar files, and those that the page shows are in one zone; its own zone is what TZ or its machine
 * says. The page does so with what it is told, since an older browser may know fewer zones than the server.
 */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
}
