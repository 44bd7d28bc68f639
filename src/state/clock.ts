import { useCallback } from 'react';
import { useSelector } from 'react-redux';
import { deviceNow } from '../offline/clock';
import { selectClockOffset, type ConnectionState } from './connection';

/** The server's clock, milliseconds since 1970, as far as it is known (D-125). */
export const serverNow = (
  { connection }: { connection: ConnectionState },
  { now }: { now(): number } = { now: deviceNow },
): number => now() + connection.clockOffset;

/** Reads the server's clock, milliseconds since 1970; the same function until the clock is corrected (D-125). */
export function useServerClock(): () => number {
  const offset = useSelector(selectClockOffset);
  return useCallback(() => deviceNow() + offset, [offset]);
}
