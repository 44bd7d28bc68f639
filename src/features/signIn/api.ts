import { finishReset, initCode, initReset, signIn, signUp, verifyReset, type User } from '../../contract/auth';
import { api, contractMutation } from '../../api/api';
import { sessionStarted } from '../../state/session';

type Dispatch = (action: ReturnType<typeof sessionStarted>) => unknown;
type Started = {
  dispatch: Dispatch;
  queryFulfilled: Promise<{ data: { token?: string | undefined; user?: User | undefined } }>;
};

/** Starts the session that a reply contains. */
const startSession = (_: unknown, { dispatch, queryFulfilled }: Started) =>
  queryFulfilled.then(
    ({ data: { token, user } }) =>
      void (token !== undefined && user !== undefined && dispatch(sessionStarted({ token, user }))),
    () => undefined,
  );

const signsIn = {
  onQueryStarted: startSession,
  invalidatesTags: (reply: unknown) => (reply ? (['Appointments'] as const) : []),
};

/** The password calls. The screens say what failed, so no toast is shown (D-19). */
export const signInApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: contractMutation(build, { ...signIn, silent: true }, signsIn),
    signUp: contractMutation(build, { ...signUp, silent: true }, { onQueryStarted: startSession }),
    sendSignUpCode: contractMutation(build, { ...initCode, silent: true }),
    initReset: contractMutation(build, { ...initReset, silent: true }),
    verifyReset: contractMutation(build, { ...verifyReset, silent: true }),
    finishReset: contractMutation(build, { ...finishReset, silent: true }, signsIn),
  }),
});
