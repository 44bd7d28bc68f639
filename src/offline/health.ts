import { limits } from '../limits';

/** The API's own answer to `/health`, null where there is none in time; a captive portal's, told by its body, does not count (D-01). */
export async function askHealth(base: string, timeoutMs: number = limits.probeLongestMs): Promise<Response | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(`${base}/health`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: controller.signal,
    });
    const { status, version } = (await response.json()) as Record<string, unknown>;
    return typeof status === 'string' && typeof version === 'string' ? response : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the API at `base` itself answers (D-01). */
export const isReachable = async (base: string, timeoutMs?: number): Promise<boolean> =>
  (await askHealth(base, timeoutMs)) !== null;
