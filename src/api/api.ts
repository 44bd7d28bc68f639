import type { WithSlice } from '@reduxjs/toolkit';
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

/** A write without an answer may have been done or not: whatever is shown is asked for again before it counts as fresh (D-02). */
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
rootReducer.inject(api);
lazyMiddleware.addMiddleware(api.middleware);

/** What the caller of a write gives: the call's input, and a key where the write must stay one over several tries (D-97). */
export type Write<E> = Input<E> & { key?: string };

type Query<E extends Endpoint> = QueryDefinition<Input<E>, Base, Tag, Output<E>, 'api'>;
type Mutation<E extends Endpoint> = MutationDefinition<Write<E>, Base, Tag, Output<E>, 'api'>;
/** All of an endpoint's options but the request, which the contract makes. */
type Rest<D> = Partial<Omit<D, 'query' | 'queryFn' | 'type'>>;

/** A read made of its contract value: `getShop: contractQuery(build, getShop)`. */
export const contractQuery = <E extends Endpoint>(build: Build, call: E, rest?: Rest<Query<E>>): Query<E> =>
  build.query({ ...rest, query: (input: Input<E>) => ({ call, input }) } as Query<E>) as Query<E>;

/** A write made of its contract value. */
export const contractMutation = <E extends Endpoint>(build: Build, call: E, rest?: Rest<Mutation<E>>): Mutation<E> =>
  build.mutation({
    ...rest,
    query: ({ key, ...input }: Write<E>) => ({ call, input, key }),
  } as Mutation<E>) as Mutation<E>;

/** The failure of a dispatched call, null when it has none. Our base query fails in no other way. */
export const failureOf = (answer: { error?: unknown }): Failure | null =>
  answer.error === undefined ? null : (answer.error as Failure);
