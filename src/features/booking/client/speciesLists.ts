import type { SpeciesLists } from '../../../domain/pets/demographics';
import { bookingApi } from '../api';
import type { AppThunk } from '../../../state/store';

/** The argument of the lists that are a species' own. */
export const ofSpecies = (speciesId: string) => ({ query: { species_id: speciesId } });

/**
 * The lists of the chosen species, once each that is on its way has come or failed; a form that did without one goes out
 * without it (ERR-09, D-81).
 */
export const speciesLists = (): AppThunk<Promise<SpeciesLists>> => async (dispatch, getState) => {
  const query = ofSpecies(getState().booking.draft.species?.id ?? '');
  const { listPatientSexes, listBreeds, listPatientColors } = bookingApi.endpoints;
  const { getRunningQueryThunk: underWay } = bookingApi.util;
  await Promise.all([
    dispatch(underWay('listPatientSexes', query)),
    dispatch(underWay('listBreeds', query)),
    dispatch(underWay('listPatientColors', query)),
  ]);
  const state = getState();
  return {
    sexes: listPatientSexes.select(query)(state).data ?? [],
    breeds: listBreeds.select(query)(state).data ?? [],
    colors: listPatientColors.select(query)(state).data ?? [],
  };
};
