import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** The function that opens an item at its clinic; `clinicId` is the clinic that is open, null while one is being chosen. */
export function useOpenAt(clinicId: string | null): (itemId: string, at: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (itemId, at) =>
      void navigate(
        `/admin/inbox/${encodeURIComponent(itemId)}${at === clinicId ? '' : `?clinic=${encodeURIComponent(at)}`}`,
      ),
    [clinicId, navigate],
  );
}
