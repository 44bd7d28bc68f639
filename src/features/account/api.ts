import { api, contractMutation, contractQuery } from '../../api/api';
import { endOwnSession, endOwnSessions, listSessions } from '../../contract/sessions';

/** The calls about the owner's sessions (D-407). */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: contractQuery(build, listSessions, { keepUnusedDataFor: 0 }),
    endOwnSession: contractMutation(build, endOwnSession, {
      onQueryStarted: ({ params }, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          () =>
            void dispatch(
              accountApi.util.updateQueryData('listSessions', {}, (sessions) =>
                sessions.filter(({ id }) => id !== params.id),
              ),
            ),
          () => undefined,
        ),
    }),
    endOwnSessions: contractMutation(build, endOwnSessions),
  }),
});
