import { useCallback } from 'react';
import { deviceNow } from '../offline/clock';
import { selectClockOffset, type ConnectionState } from './connection';
import { useAppSelector } from './store';

/** The server's clock, milliseconds since 1970, as far as it is known (D-125). */
export const serverNow = (
  { connection }: { connection: ConnectionState },
  { now }: { now(): number } = { now: deviceNow },
): number => now() + connection.clockOffset;

/** Reads the server's clock, milliseconds since 1970; the same function until the clock is corrected (D-125). */
export function useServerClock(): () => number {
  const offset = useAppSelector(selectClockOffset);
  return useCallback(() => deviceNow() + offset, [offset]);
}
