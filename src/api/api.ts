import type { Middleware, WithSlice } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn, EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query';
import type { Endpoint, Input, Output } from '../contract/endpoint';
import { meaningOf, type Failure } from '../domain/failure';
import { baseQuery, type Sent } from './baseQuery';
import { gapSeen } from '../state/connection';
import { cacheKey } from '../state/apiCache';
import { lazyMiddleware, rootReducer } from '../state/store';

type Tag = 'Appointments' | 'Saved';
type Base = BaseQueryFn<Sent, unknown, Failure>;
type Build = EndpointBuilder<Base, Tag, 'api'>;

/**
 * Sends a call. A write without an answer may or may not have been done, so data on screen is loaded again before it
 * counts as fresh (D-02).
 */
const asked: Base = async (sent, given) => {
  const answer = (await baseQuery(sent, given)) as Awaited<ReturnType<Base>>;
  const isUnsure = answer.error !== undefined && meaningOf(answer.error) === 'unsure';
  if (isUnsure && sent.call.method !== 'GET' && !sent.call.silent) given.dispatch(gapSeen());
  return answer;
};

/** The one API of the page; features inject the calls they use. */
export const api = createApi({
  baseQuery: asked,
  serializeQueryArgs: ({ endpointName, queryArgs }) => cacheKey(endpointName, queryArgs),
  tagTypes: ['Appointments', 'Saved'] satisfies Tag[],
  endpoints: () => ({}),
});

declare module '../state/store' {
  export interface LazyLoadedSlices extends WithSlice<typeof api> {}
}

/**
 * Dispatches one action before the first that follows the loading of this file: an injected reducer's state exists only
 * after the next action, and RTK Query refuses a call that is dispatched before.
 */
const joinState: Middleware = ({ dispatch }) => {
  let hasJoined = false;
  return (next) => (action) => {
    if (!hasJoined) {
      hasJoined = true;
      dispatch({ type: 'api/joined' });
    }
    return next(action);
  };
};

rootReducer.inject(api);
lazyMiddleware.addMiddleware(joinState, api.middleware);

/** The argument of a write: the call's input, and an idempotency key if several tries must be one write (D-97). */
export type Write<E> = Input<E> & { key?: string };

type Query<E extends Endpoint> = QueryDefinition<Input<E>, Base, Tag, Output<E>, 'api'>;
type Mutation<E extends Endpoint> = MutationDefinition<Write<E>, Base, Tag, Output<E>, 'api'>;
/** The options of an endpoint, without the request, which is built from the contract. */
type Rest<D> = Partial<Omit<D, 'query' | 'queryFn' | 'type'>>;

/** Makes a read endpoint from a call of the contract: `getShop: contractQuery(build, getShop)`. */
export const contractQuery = <E extends Endpoint>(build: Build, call: E, rest?: Rest<Query<E>>): Query<E> =>
  build.query({ ...rest, query: (input: Input<E>) => ({ call, input }) } as Query<E>) as Query<E>;

/** Makes a write endpoint from a call of the contract. */
export const contractMutation = <E extends Endpoint>(build: Build, call: E, rest?: Rest<Mutation<E>>): Mutation<E> =>
  build.mutation({
    ...rest,
    query: ({ key, ...input }: Write<E>) => ({ call, input, key }),
  } as Mutation<E>) as Mutation<E>;

/** Reads the failure of a dispatched call, null when it has none. The base query returns no other type of error. */
export const failureOf = (answer: { error?: unknown }): Failure | null =>
  answer.error === undefined ? null : (answer.error as Failure);
