/** The API's own answer to `/health`, null where there is none in time; a captive portal's page does not count (D-01). */
export async function askHealth(base: string, timeoutMs: number): Promise<Response | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(`${base}/health`, { cache: 'no-store', credentials: 'omit', signal: controller.signal });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'string' ? response : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** The server's clock, milliseconds since 1970, where a reply names it (D-125). */
export function dateOf(response: Response): number | null {
  const at = Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(at) ? null : at;
}
