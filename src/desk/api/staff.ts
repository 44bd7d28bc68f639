import {
  changeMember,
  endMemberSessions,
  endStaffSession,
  inviteMember,
  listAudit,
  listMembers,
  listMemberSessions,
  listStaffSessions,
  me,
  removeMember,
  renameMe,
  sendStaffCode,
  staffSignIn,
} from '../../contract/desk/staff';
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeyOptions,
  passkeySignIn,
  removePasskey,
} from '../../contract/desk/passkeys';
import { clinicsRead } from '../session/session';
import { clinicQuery, deskApi, deskMutation, deskQuery } from './api';

/** Calls about the people who work here: signing in, members, sessions, passkeys, the audit. */
export const staffApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    sendStaffCode: deskMutation(build, sendStaffCode),
    staffSignIn: deskMutation(build, staffSignIn),
    passkeyOptions: deskMutation(build, passkeyOptions),
    passkeySignIn: deskMutation(build, passkeySignIn),
    me: deskQuery(build, me, {
      providesTags: ['Me'],
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(clinicsRead(data)),
          () => undefined,
        ),
    }),
    renameMe: deskMutation(build, renameMe, { invalidatesTags: ['Me', 'Members'] }),
    sessions: deskQuery(build, listStaffSessions, { providesTags: ['Sessions'] }),
    endSession: deskMutation(build, endStaffSession, { invalidatesTags: ['Sessions'] }),
    passkeys: deskQuery(build, listPasskeys, { providesTags: ['Passkeys'] }),
    newPasskeyOptions: deskMutation(build, newPasskeyOptions),
    addPasskey: deskMutation(build, addPasskey, { invalidatesTags: ['Passkeys'] }),
    removePasskey: deskMutation(build, removePasskey, { invalidatesTags: ['Passkeys'] }),
    members: clinicQuery(build, listMembers, { providesTags: ['Members'] }),
    invite: deskMutation(build, inviteMember, { invalidatesTags: ['Members', 'Audit'] }),
    changeMember: deskMutation(build, changeMember, { invalidatesTags: ['Members', 'Audit'] }),
    removeMember: deskMutation(build, removeMember, { invalidatesTags: ['Members', 'Audit'] }),
    memberSessions: clinicQuery(build, listMemberSessions, { providesTags: ['Sessions'] }),
    endMemberSessions: deskMutation(build, endMemberSessions, { invalidatesTags: ['Sessions', 'Audit'] }),
    audit: clinicQuery(build, listAudit, { providesTags: ['Audit'] }),
  }),
});

export const {
  useSessionsQuery,
  useEndSessionMutation,
  usePasskeysQuery,
  useRemovePasskeyMutation,
  useMembersQuery,
  useInviteMutation,
  useChangeMemberMutation,
  useRemoveMemberMutation,
  useMemberSessionsQuery,
  useEndMemberSessionsMutation,
  useAuditQuery,
  useRenameMeMutation,
} = staffApi;
