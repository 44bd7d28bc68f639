import { useMemo } from 'react';
import { problemText, failureOf } from '../api/api';
import { inboxApi } from '../api/inbox';
import { useAppDispatch } from '../store';
import type { Asking } from '../trays/trayProps';

/** What the trays of an item ask of the clinic. */
export function useAsking(itemId: string, clinicId: string): Asking {
  const dispatch = useAppDispatch();
  return useMemo(() => {
    const told = <T>(answer: { data?: T | undefined; error?: unknown }) => {
      const failure = failureOf(answer);
      return answer.data === undefined || failure
        ? { says: failure ? problemText(failure) : '' }
        : { data: answer.data };
    };
    const params = { id: itemId };
    return {
      openings: async (query) => {
        // Subscribed until it is answered: the removal of an earlier answer would abort it otherwise.
        const asked = dispatch(
          inboxApi.endpoints.openings.initiate({ params, query, clinicId }, { forceRefetch: true }),
        );
        return told(await asked.finally(() => asked.unsubscribe()));
      },
      preview: async (body) =>
        told(await dispatch(inboxApi.endpoints.previewAnswer.initiate({ params, body, clinicId }, { track: false }))),
    };
  }, [dispatch, itemId, clinicId]);
}
