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

/** Who is asking, and their record at the clinic. */
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
     * Without a tag: an invalidation waits for whatever is under way, and would take a record that was read meanwhile, on
     * which the next step depends. Who changes it reads it anew. A card may be typed for longer than a minute, too.
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
 * Brings the owner's record up to date with the account, once for a user and a record on this device (SESS-03, D-36).
 * What fails is never said, and tried again with the next visit.
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
