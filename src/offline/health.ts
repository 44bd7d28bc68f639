import * as limits from '../limits';

/**
 * Asks `/health` and returns the API's response, null where none comes in time. A captive portal's is recognised by its
 * body and does not count (D-01).
 */
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
