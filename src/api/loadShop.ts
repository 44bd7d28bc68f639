import { getShop, type Shop } from '../contract/shop';
import { hasCode, meaningOf, type Failure } from '../domain/failure';
import { baseQuery } from './baseQuery';
import { shopAsked, shopFailed, shopLoaded } from '../state/clinic';
import type { AppThunk } from '../state/store';

/** Loads the address's clinic again. Shows no message on failure: the page says what is wrong. */
export const loadShop = (): AppThunk<Promise<void>> => async (dispatch, getState, extra) => {
  const { clinicId } = getState().session;
  if (!clinicId || getState().clinic.isLoading) return;
  dispatch(shopAsked());
  const { signal } = new AbortController();
  const call = { ...getShop, silent: true };
  const answer = await baseQuery({ call, input: { params: { id: clinicId } } }, { dispatch, getState, extra, signal });
  if (getState().session.clinicId !== clinicId) return;
  if (answer.data) dispatch(shopLoaded({ shop: answer.data as Shop, source: 'network' }));
  else dispatch(shopFailed(problemOf(answer.error as Failure)));
};

function problemOf(failure: Failure): 'missing' | 'offline' | 'failed' {
  if (meaningOf(failure) === 'noNetwork') return 'offline';
  return hasCode(failure, 'not_found') ? 'missing' : 'failed';
}
