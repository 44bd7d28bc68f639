import { useEffect, useMemo } from 'react';
import type { AskedDemographics, SpeciesLists } from '../../../domain/pets/demographics';
import { bookingApi } from '../api';
import { ofSpecies } from '../lists';
import { useBooking } from '../useBooking';

type Answer<T> = { data?: readonly T[] | undefined; isError: boolean; isUninitialized: boolean };

/** None where it is not asked for or did not come: nobody is told, the form does without (ERR-09). Null while it is on its way. */
const rows = <T>({ data, isError, isUninitialized }: Answer<T>): readonly T[] | null => data ?? (isError || isUninitialized ? [] : null);

/** The chosen species' sexes, breeds and colors, as far as the clinic asks for them (API-25 to API-27). */
export function useSpeciesLists(speciesId: string | null, asked: AskedDemographics): SpeciesLists {
  const { isOnline } = useBooking();
  const query = ofSpecies(speciesId ?? '');
  const sexes = bookingApi.useListPatientSexesQuery(query, { skip: speciesId === null || !asked.sex });
  const breeds = bookingApi.useListBreedsQuery(query, { skip: speciesId === null || !asked.breed });
  const colors = bookingApi.useListPatientColorsQuery(query, { skip: speciesId === null || !asked.color });
  useEffect(() => {
    if (isOnline) [sexes, breeds, colors].filter((each) => each.isError).forEach((each) => void each.refetch());
    // Only coming back tries again by itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOnline]);
  const lists = { sexes: rows(sexes), breeds: rows(breeds), colors: rows(colors) };
  // The form's rules are made anew only when a list has changed.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => lists, [sexes.data, sexes.isError, sexes.isUninitialized, breeds.data, breeds.isError, breeds.isUninitialized, colors.data, colors.isError, colors.isUninitialized]);
}
