import type { Endpoint, Input, Output } from '../contract/endpoint';

/** The part of the API's state that is read here; it is not there before the API's code is. */
type WithCache = { api?: { queries: Readonly<Record<string, { data?: unknown } | undefined>> } };

/** The key under which RTK Query keeps the answer to a call: the call's name and its input as JSON. */
export const cacheKey = (endpointName: string, input: unknown): string => `${endpointName}(${JSON.stringify(input)})`;

/** The answer to a call in the API's cache, null while there is none. Works before the API's code is loaded. */
export const cachedAnswer = <E extends Endpoint>(state: WithCache, name: string, input: Input<E>): Output<E> | null =>
  (state.api?.queries[cacheKey(name, input)]?.data as Output<E> | undefined) ?? null;
