import { configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { deskApi } from './api/api';
import { connection } from './connection';
import { drafts } from './kept/drafts';
import { selectKept, session } from './session/session';
import type { Services } from './services';
import { answers } from './undo/answers';

/** The desk's store; `services` reaches every thunk. */
export const makeStore = (services: Services) =>
  configureStore({
    reducer: {
      session: session.reducer,
      connection: connection.reducer,
      drafts: drafts.reducer,
      answers: answers.reducer,
      api: deskApi.reducer,
    },
    middleware: (standard) =>
      standard({ thunk: { extraArgument: services }, serializableCheck: false, immutableCheck: false }).concat(
        deskApi.middleware,
      ),
  });

export type Store = ReturnType<typeof makeStore>;
export type RootState = ReturnType<Store['getState']>;
export type AppDispatch = Store['dispatch'];
export type AppThunk<R = void> = ThunkAction<R, RootState, Services, UnknownAction>;
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();

/** The signed-in person's session; throws where nobody is signed in, which only the sign-in's screens are. */
export const useSession = () => {
  const kept = useAppSelector(selectKept);
  if (!kept) throw new Error('nobody is signed in');
  return kept;
};
