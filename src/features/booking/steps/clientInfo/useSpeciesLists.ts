import { useMemo } from 'react';
import { selectIsOnline } from '../../../../state/connection';
import { useAppSelector } from '../../../../state/store';
import { useWhenBack } from '../../../../state/useWhenBack';
import type { AskedDemographics, SpeciesLists } from '../../../../domain/pets/demographics';
import { bookingApi } from '../../api';
import { ofSpecies } from '../../client/speciesLists';

type Answer<T> = { data?: readonly T[] | undefined; isError: boolean; isUninitialized: boolean };

/**
 * Returns a list's rows: empty where the list is not requested or failed to load, which is not reported (ERR-09); null
 * while it is loading.
 */
const useRows = <T>({ data, isError, isUninitialized }: Answer<T>): readonly T[] | null =>
  useMemo(() => data ?? (isError || isUninitialized ? [] : null), [data, isError, isUninitialized]);

/** Loads the chosen species' sexes, breeds and colors, as far as the clinic asks for them (API-25 to API-27). */
export function useSpeciesLists(speciesId: string | null, asked: AskedDemographics): SpeciesLists {
  const isOnline = useAppSelector(selectIsOnline);
  const query = ofSpecies(speciesId ?? '');
  const sexes = bookingApi.useListPatientSexesQuery(query, { skip: speciesId === null || !asked.sex });
  const breeds = bookingApi.useListBreedsQuery(query, { skip: speciesId === null || !asked.breed });
  const colors = bookingApi.useListPatientColorsQuery(query, { skip: speciesId === null || !asked.color });
  useWhenBack(isOnline, () =>
    [sexes, breeds, colors].filter((each) => each.isError).forEach((each) => void each.refetch()),
  );
  // Each list keeps its identity, so that the form's rules are rebuilt only when a list has changed.
  const sexRows = useRows(sexes);
  const breedRows = useRows(breeds);
  const colorRows = useRows(colors);
  return useMemo(() => ({ sexes: sexRows, breeds: breedRows, colors: colorRows }), [sexRows, breedRows, colorRows]);
}
