import type { Endpoint, Input, Output } from '../contract/endpoint';

/** The part of the API's state that is read here; `api` is missing until the API's code is loaded. */
type WithCache = { api?: { queries: Readonly<Record<string, { data?: unknown } | undefined>> } };

/** The key under which RTK Query keeps the answer to a call: the call's name and its input as JSON. */
export const cacheKey = (endpointName: string, input: unknown): string => `${endpointName}(${JSON.stringify(input)})`;

/** Reads the answer to a call from the API's cache, null while there is none. Works before the API's code is loaded. */
export const cachedAnswer = <E extends Endpoint>(state: WithCache, name: string, input: Input<E>): Output<E> | null =>
  (state.api?.queries[cacheKey(name, input)]?.data as Output<E> | undefined) ?? null;
