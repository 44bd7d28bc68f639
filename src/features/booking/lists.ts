import type { SpeciesLists } from '../../domain/pets/demographics';
import { bookingApi } from './api';
import type { BookingRoot } from './root';

/** The argument of the lists that are a species' own. */
export const ofSpecies = (speciesId: string) => ({ query: { species_id: speciesId } });

/** The lists of the chosen species as far as they have come; a form that did without one goes out without it (ERR-09, D-81). */
export function selectSpeciesLists(state: BookingRoot): SpeciesLists {
  const query = ofSpecies(state.booking.draft.species?.id ?? '');
  const { listPatientSexes, listBreeds, listPatientColors } = bookingApi.endpoints;
  return {
    sexes: listPatientSexes.select(query)(state).data ?? [],
    breeds: listBreeds.select(query)(state).data ?? [],
    colors: listPatientColors.select(query)(state).data ?? [],
  };
}
