import { authApi } from '../../api/auth';
import { selectOwner } from '../../api/session';
import './api';
import { clientQuery } from './facts';
import { report } from './report';
import type { BookingThunk } from './root';

/** Reads the signed-in owner's record, on which it depends what the first question offers (DISABLED-08, D-54). */
export const knowOwner = (): BookingThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (!owner) return;
  const answer = await dispatch(authApi.endpoints.clientByUser.initiate(clientQuery(owner)));
  if (answer.data && getState().booking.position.step === 'client-type') dispatch(report('owner-known'));
};
