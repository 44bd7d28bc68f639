import { useCallback } from 'react';
import { deviceNow } from '../offline/clock';
import { selectClockOffset, type ConnectionState } from './connection';
import { useAppSelector } from './store';

/** Returns the server's time as far as it is known, in milliseconds since 1970 (D-125). */
export const serverNow = (
  { connection }: { connection: ConnectionState },
  { now }: { now(): number } = { now: deviceNow },
): number => now() + connection.clockOffset;

/**
 * Returns a function that reads the server's clock, in milliseconds since 1970; it stays the same until the clock is
 * corrected (D-125).
 */
export function useServerClock(): () => number {
  const offset = useAppSelector(selectClockOffset);
  return useCallback(() => deviceNow() + offset, [offset]);
}
