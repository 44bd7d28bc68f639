/**
 * The zone that times are shown in: the given one, or this device's own where it does not know the given one (D-123,
 * D-413). The server applies this when it loads a clinic and tells the page the outcome, so that the times it offers,
 * the times in messages and calendar files, and the times that the page shows are all in one zone. The server's own
 * zone is that of TZ or its machine. The page applies it to what it is told, since an older browser may know fewer
 * zones than the server.
 */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
}
