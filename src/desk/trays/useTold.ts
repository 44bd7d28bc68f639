import { useEffect, useEffectEvent, useState } from 'react';
import { selectIsOnline } from '../connection';
import { useAppSelector } from '../store';
import type { Told } from './trayProps';

/** What was last told for a question, and whether a newer answer is on its way. */
export type Telling<T> = { data: T | null; says: string | null; isAsking: boolean; again: () => void };

/**
 * Asks again whenever the question changes, after `pauseMs` without a change, and one that failed when the connection is
 * back; what was told before stays until then.
 * `question` is null where there is nothing to ask.
 */
export function useTold<T>(question: string | null, ask: () => Promise<Told<T>>, pauseMs = 0): Telling<T> {
  const [told, setTold] = useState<{ question: string; data: T | null; says: string | null } | null>(null);
  const [round, setRound] = useState(0);
  const asked = useEffectEvent(ask);
  useEffect(() => {
    if (question === null) return undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      const answer = await asked();
      if (isOver) return;
      setTold((before) =>
        'data' in answer
          ? { question, data: answer.data, says: null }
          : { question, data: before?.data ?? null, says: answer.says },
      );
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [question, round, pauseMs]);
  const isOnline = useAppSelector(selectIsOnline);
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (isOnline !== wasOnline) {
    setWasOnline(isOnline);
    if (isOnline && told !== null && told.says !== null) setRound(round + 1);
  }
  return {
    data: told?.data ?? null,
    says: told?.question === question ? told.says : null,
    isAsking: question !== null && told?.question !== question,
    again: () => setRound((before) => before + 1),
  };
}
