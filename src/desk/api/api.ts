import { createApi } from '@reduxjs/toolkit/query/react';
import type { EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query';
import type { Endpoint, Input, Output } from '../../contract/endpoint';
import { failureText, type Failure } from '../../domain/failure';
import { baseQuery, type Base } from './baseQuery';

type Tag = 'Inbox' | 'Item' | 'Me' | 'Members' | 'Sessions' | 'Passkeys' | 'Audit';
type Build = EndpointBuilder<Base, Tag, 'api'>;

/** The desk's calls; its parts inject theirs: `deskApi.injectEndpoints({ endpoints: (build) => ({ … }) })`. */
export const deskApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Inbox', 'Item', 'Me', 'Members', 'Sessions', 'Passkeys', 'Audit'] satisfies Tag[],
  endpoints: () => ({}),
});

/**
 * The argument of a write: the call's input, an idempotency key if several tries must be one write, and the clinic where
 * it is not the one that is open.
 */
export type Write<E> = Input<E> & { key?: string; clinicId?: string };
type Query<E extends Endpoint> = QueryDefinition<Input<E>, Base, Tag, Output<E>, 'api'>;
type OfClinic<E extends Endpoint> = Input<E> & { clinicId: string };
type ClinicQuery<E extends Endpoint> = QueryDefinition<OfClinic<E>, Base, Tag, Output<E>, 'api'>;
type Mutation<E extends Endpoint> = MutationDefinition<Write<E>, Base, Tag, Output<E>, 'api'>;
type Rest<D> = Partial<Omit<D, 'query' | 'queryFn' | 'type'>>;

/** Makes a read endpoint from a call about the person: `me: deskQuery(build, me)`. */
export const deskQuery = <E extends Endpoint>(build: Build, call: E, rest?: Rest<Query<E>>): Query<E> =>
  build.query({ ...rest, query: (input: Input<E>) => ({ call, input }) } as Query<E>) as Query<E>;

/** Makes a read endpoint from a call about a clinic, by which its replies are told apart: two may name theirs alike. */
export const clinicQuery = <E extends Endpoint>(build: Build, call: E, rest?: Rest<ClinicQuery<E>>): ClinicQuery<E> =>
  build.query({
    ...rest,
    query: ({ clinicId, ...input }: OfClinic<E>) => ({ call, input, clinicId }),
  } as ClinicQuery<E>) as ClinicQuery<E>;

/** Makes a write endpoint from a call of the contract. */
export const deskMutation = <E extends Endpoint>(build: Build, call: E, rest?: Rest<Mutation<E>>): Mutation<E> =>
  build.mutation({
    ...rest,
    query: ({ key, clinicId, ...input }: Write<E>) => ({ call, input, key, clinicId }),
  } as Mutation<E>) as Mutation<E>;

/** Reads the failure of a dispatched call, null when it has none. */
export const failureOf = (answer: { error?: unknown }): Failure | null =>
  answer.error === undefined ? null : (answer.error as Failure);

/** Said of a reply that is none of the clinic's server, such as a proxy's page: what happened, what to do. */
export const UNREADABLE = 'The reply could not be read. Please try again in a moment.';
/** The same with what is safe. */
const UNREADABLE_KEPT = 'The reply could not be read. What you wrote is kept. Please try again in a moment.';

/** What a person is told about a failure, with what to do where there is no network. */
export const problemText = (failure: Failure, unreadable = UNREADABLE_KEPT): string =>
  failureText(failure, unreadable) ?? 'No connection. Please try again when it is back.';
