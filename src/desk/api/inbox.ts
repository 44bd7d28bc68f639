import type { Endpoint, Output } from '../../contract/endpoint';
import { isListLost } from '../../domain/desk/heard';
import { hasCode, type Failure } from '../../domain/failure';
import {
  answerItem,
  inbox,
  inboxItem,
  openings,
  previewAnswer,
  setPresence,
  undoAnswer,
  type InboxRow,
} from '../../contract/desk/inbox';
import { clinicQuery, deskApi, deskMutation } from './api';
import { listAsked } from '../connection';
import { selectKept } from '../session/session';
import type { Sent, State } from './baseQuery';
import { staffApi } from './staff';
import { nextTurn } from './turns';

type Reply = Output<typeof inbox>;
/** The list as the page holds it: always with its rows, and with the turn at which it was asked for. */
export type InboxList = Omit<Reply, 'rows'> & { rows: InboxRow[]; asked: number };

/** The list that is asked for: what waits, or what was answered. */
export type InboxArg = { clinicId: string; answered?: '1' };

/** Calls about the inbox: the list, which is asked for again every few seconds, and its items. */
export const inboxApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** Asks with the version of the list that is there, so that an unchanged one costs nothing and stays the same. */
    inbox: build.query<InboxList, InboxArg>({
      queryFn: async (
        { clinicId, answered },
        { getState, dispatch },
        _,
        send,
      ): Promise<{ data: InboxList } | { error: Failure }> => {
        const arg = answered ? { clinicId, answered } : { clinicId };
        const before: InboxList | undefined = listOf(getState(), arg);
        const query = { ...(answered && { answered }), ...(before && { known: before.version }) };
        const sent: Sent = { call: inbox as Endpoint, input: { query }, clinicId };
        const asked = nextTurn();
        const answer = await send(sent);
        // Said by one list alone, that of what waits where the person is, so that no two of them take turns.
        if (!answered && clinicId === selectKept(getState() as State)?.clinicId)
          dispatch(listAsked(answer.error !== undefined && isListLost(answer.error)));
        if (answer.error) {
          // A clinic's list is there for its members alone: the person may have been taken off it.
          if (hasCode(answer.error, 'not_found'))
            void dispatch(staffApi.endpoints.me.initiate({}, { forceRefetch: true, subscribe: false }));
          return { error: answer.error };
        }
        const reply = answer.data as Reply;
        if (reply.rows) return { data: { ...reply, rows: reply.rows, asked } };
        // Nothing has changed since `known`, which only a list that is there can have said.
        return { data: { ...reply, rows: before?.rows ?? [], asked } };
      },
      providesTags: ['Inbox'],
      keepUnusedDataFor: 600,
    }),
    inboxItem: clinicQuery(build, inboxItem, {
      providesTags: (_reply, _failure, { params }) => [{ type: 'Item', id: params.id }],
    }),
    openings: clinicQuery(build, openings),
    previewAnswer: deskMutation(build, previewAnswer),
    answerItem: deskMutation(build, answerItem, {
      // The list is shown as it is after the answer (src/desk/undo/giving.ts), and read again within seconds.
      invalidatesTags: (_reply, _failure, { params }) => [{ type: 'Item', id: params.id }],
    }),
    undoAnswer: deskMutation(build, undoAnswer, {
      invalidatesTags: (reply) => (reply ? [{ type: 'Item', id: reply.row.id }] : ['Inbox']),
    }),
    setPresence: deskMutation(build, setPresence),
  }),
});

export const { useInboxQuery, useInboxItemQuery } = inboxApi;

const selects = new Map<string, ReturnType<typeof inboxApi.endpoints.inbox.select>>();

/** The list as the page has it, undefined where it has not been read. Asked with every change of the page's state. */
export function listOf(state: unknown, { clinicId, answered }: InboxArg): InboxList | undefined {
  const name = `${clinicId} ${answered ?? ''}`;
  const select = selects.get(name) ?? inboxApi.endpoints.inbox.select({ clinicId, ...(answered && { answered }) });
  selects.set(name, select);
  return select(state as never).data;
}
