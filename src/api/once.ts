/**
 * Waits for the answer of a query that no component holds: `once(dispatch(endpoint.initiate(arg, { forceRefetch: true })))`.
 * It is subscribed to meanwhile, as `subscribe: false` would not be safe: when RTK Query removes an earlier answer that
 * nothing shows any more, it aborts an unsubscribed query of the same key that is under way.
 */
export const once = <T>(query: Promise<T> & { unsubscribe: () => void }): Promise<T> =>
  query.finally(() => query.unsubscribe());
