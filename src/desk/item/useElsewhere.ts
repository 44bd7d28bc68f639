import { useEffect, useState } from 'react';
import { hasCode } from '../../domain/failure';
import { failureOf, problemText } from '../api/api';
import { inboxApi } from '../api/inbox';
import { selectKept } from '../session/session';
import { useAppDispatch, useAppSelector } from '../store';

type Sought = {
  /** The clinic that has the item; null where none of the others has. */
  at: string | null;
  /** Why one of them could not say; null where each did. */
  says: string | null;
};

/**
 * Where an item is that the open clinic does not have: an address without a clinic may be of another one of the person's.
 * `isSought` once the open clinic has said so; null until the others have. Sought again by `again`.
 */
export function useElsewhere(
  itemId: string,
  clinicId: string,
  isSought: boolean,
): { sought: Sought | null; again: () => void } {
  const dispatch = useAppDispatch();
  const clinics = useAppSelector(selectKept)?.clinics;
  const others = (clinics ?? []).flatMap(({ id }) => (id === clinicId ? [] : id)).join('\n');
  const [round, setRound] = useState(0);
  const question = JSON.stringify([itemId, others, round]);
  const [told, setTold] = useState<(Sought & { question: string }) | null>(null);
  useEffect(() => {
    if (!isSought) return undefined;
    let isOver = false;
    const seek = async (): Promise<Sought> => {
      let says: string | null = null;
      for (const at of others.split('\n').filter(Boolean)) {
        const asked = { params: { id: itemId }, clinicId: at };
        // One after the other, since the first one that has it is enough.
        // oxlint-disable-next-line no-await-in-loop
        const reply = await dispatch(inboxApi.endpoints.inboxItem.initiate(asked, { subscribe: false }));
        const failure = failureOf(reply);
        if (reply.data) return { at, says: null };
        if (failure && !hasCode(failure, 'not_found')) says = problemText(failure);
      }
      return { at: null, says };
    };
    void seek().then((found) => !isOver && setTold({ ...found, question }));
    return () => {
      isOver = true;
    };
  }, [isSought, itemId, others, question, dispatch]);
  return { sought: isSought && told?.question === question ? told : null, again: () => setRound(round + 1) };
}
