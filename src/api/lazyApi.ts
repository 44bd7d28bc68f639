import type { Middleware, Reducer } from '@reduxjs/toolkit';

/** A part of the store whose code arrives after the first screen: the API with its cache. */
export type LatePart = { reducerPath: 'api'; reducer: Reducer; middleware: Middleware };

const takers = new Set<(part: LatePart) => void>();
let arrived: LatePart | null = null;

/** Calls `take` with the API's part of the store once its code is there, at once if it already is. */
export function whenApiArrives(take: (part: LatePart) => void): void {
  if (arrived) take(arrived);
  else takers.add(take);
}

/** Said by the API's code when it is loaded: from then on every store has it. */
export function apiArrived(part: LatePart): void {
  arrived = part;
  takers.forEach((take) => take(part));
  takers.clear();
}
