import type { SpeciesLists } from '../../../domain/pets/demographics';
import { bookingApi } from '../api';
import type { AppThunk } from '../../../state/store';

/** Makes the argument of the lists that depend on the species. */
export const ofSpecies = (speciesId: string) => ({ query: { species_id: speciesId } });

/**
 * Waits until each list of the chosen species has loaded or failed, and returns them. A form shown without a list is
 * submitted without it (ERR-09, D-81).
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
