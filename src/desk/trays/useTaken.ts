import { useEffect, useEffectEvent } from 'react';
import { clockWords } from '../../domain/desk/clockWords';
import { sendable, withGone, type HalfWritten } from '../../domain/desk/halfWritten';
import { timeKey } from '../../domain/desk/offer';
import { takenSince } from '../../domain/desk/taken';
import { announce } from '../../ui/behaviour/announce';
import type { OpeningsLook } from './TimePicker';

/** How often the openings are read again while a time is picked, milliseconds. */
const againMs = 10_000;

/** Marks picked times that somebody else has taken, as soon as the openings say so, and reads those again meanwhile. */
export function useTaken(
  openings: OpeningsLook,
  { half, onChange, zone }: { half: HalfWritten; onChange: (half: HalfWritten) => void; zone: string },
): void {
  const { data, again } = openings;
  const mark = useEffectEvent((read: NonNullable<typeof data>) => {
    const picked = half.times ?? [];
    const keys = takenSince(picked, read, zone);
    if (keys.length === 0) return;
    onChange(withGone(half, keys));
    const gone = picked.filter(({ at, provider_id }) => keys.includes(timeKey(at, provider_id)));
    announce(gone.map(({ at }) => `${clockWords(new Date(at), zone)} is not free any more.`).join(' '));
  });
  useEffect(() => {
    if (data) mark(data);
  }, [data]);
  const isWaiting = sendable(half.times ?? []).length > 0;
  const ask = useEffectEvent(again);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') ask();
    }, againMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
