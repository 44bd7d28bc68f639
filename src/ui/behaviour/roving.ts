import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Returns the index that an arrow, Home or End key leads to among `count` items in a ring; null for other keys. */
function rovingTarget(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined ? null : (at + step + count) % count;
}

/** Moves focus among a group's buttons by an arrow, Home or End key; returns the new index, or null for other keys. */
export function moveFocus(event: KeyboardEvent<HTMLButtonElement>, group: HTMLElement | null): number | null {
  const items = [...(group?.querySelectorAll('button') ?? [])];
  const target = rovingTarget(event.key, items.indexOf(event.currentTarget), items.length);
  if (target === null) return null;
  event.preventDefault();
  items[target]?.focus();
  return target;
}
