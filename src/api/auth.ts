import {
  checkAccess,
  checkAvailability,
  initCode,
  refreshToken,
  updateName,
  updateProfile,
  verifyCode,
} from '../contract/auth';
import type { User } from '../contract/auth';
import { clientByUser, findAndSyncClient, upsertClient, type ClientRecord } from '../contract/clients';
import { isClientSynced, markClientSynced } from '../offline/clientSyncs';
import { api, contractMutation, contractQuery } from './api';
import { keepRecord } from './keepRecord';
import { profileLoaded, sessionStarted } from '../state/session';
import type { AppThunk, RootState } from '../state/store';

/** Calls about the user of the session and their client record at the clinic. */
export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    initCode: contractMutation(build, initCode),
    verifyCode: contractMutation(build, verifyCode, {
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data: { token, user } }) => void dispatch(sessionStarted({ token, user })),
          () => undefined,
        ),
      invalidatesTags: (reply) => (reply ? ['Appointments'] : []),
    }),
    checkAvailability: contractMutation(build, checkAvailability),
    checkAccess: contractMutation(build, checkAccess),
    updateName: contractMutation(build, updateName, {
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(profileLoaded(data)),
          () => undefined,
        ),
    }),
    updateProfile: contractMutation(build, updateProfile, {
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => {
            dispatch(profileLoaded(data));
            void dispatch(keepRecord('profile', '', data));
          },
          () => undefined,
        ),
    }),
    /**
     * Has no tag: an invalidation waits for calls under way and could remove a record that the next step depends on.
     * Code that changes the record loads it again. Kept for an hour, because typing card details can take longer than
     * RTK Query's default minute.
     */
    clientByUser: contractQuery(build, clientByUser, {
      keepUnusedDataFor: 60 * 60,
      onQueryStarted: ({ query }, { dispatch, getState, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => {
            void dispatch(keepRecord('client', '', data));
            if (data) void dispatch(syncClient(query.user_id, data, (getState() as unknown as RootState).session.user));
          },
          () => undefined,
        ),
    }),
    findAndSync: contractMutation(build, findAndSyncClient),
    upsertClient: contractMutation(build, upsertClient),
    refreshToken: contractMutation(build, refreshToken, {
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => {
            dispatch(sessionStarted(data));
            void dispatch(keepRecord('profile', '', data.user));
          },
          () => undefined,
        ),
    }),
  }),
});

/**
 * Updates the owner's client record from the account, once for each user and record on this device (SESS-03, D-36). A
 * failure is not shown; the next visit tries again.
 */
const syncClient =
  (userId: string, client: ClientRecord, user: User | null): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (user?.id !== userId || user.is_guest || syncing.has(client.id) || isClientSynced(userId, client.id)) return;
    const search = user.phoneNumber ?? (client.phone ?? '').replace(/^\+1|\D/g, '');
    syncing.add(client.id);
    const answer = await dispatch(
      authApi.endpoints.findAndSync.initiate({ body: { id: client.id, user_id: userId, search } }),
    );
    syncing.delete(client.id);
    if (answer.data !== undefined) markClientSynced(userId, client.id);
  };

const syncing = new Set<string>();
