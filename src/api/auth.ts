import { checkAccess, checkAvailability, initCode, refreshToken, updateName, updateProfile, verifyCode } from '../contract/auth';
import { clientByUser, upsertClient } from '../contract/clients';
import { api, contractMutation, contractQuery } from './api';
import { profileLoaded, sessionStarted } from './session';

/** Who is asking, and their record at the clinic. */
export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    initCode: contractMutation(build, initCode),
    verifyCode: contractMutation(build, verifyCode, {
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(sessionStarted(data)),
          () => undefined,
        ),
      invalidatesTags: (reply) => (reply ? ['Client', 'Appointments'] : []),
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
          ({ data }) => void dispatch(profileLoaded(data)),
          () => undefined,
        ),
    }),
    clientByUser: contractQuery(build, clientByUser, { providesTags: ['Client'] }),
    upsertClient: contractMutation(build, upsertClient, { invalidatesTags: ['Client'] }),
    refreshToken: contractMutation(build, refreshToken, {
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(sessionStarted(data)),
          () => undefined,
        ),
    }),
  }),
});
