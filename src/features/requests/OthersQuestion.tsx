import { useEffect, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { selectOwner, selectSession, sessionLost, type SessionState } from '../../api/session';
import { wipeKept } from '../../offline/session';
import { othersUnsentCount } from './unsent';
import { SignOutQuestion } from './SignOutQuestion';

/**
 * When another owner signs in where one has left something: what was saved for the one before goes, and with requests
 * of theirs still unsent the new owner is asked first (D-01). Cancel signs the new owner out and keeps the requests.
 */
export function OthersQuestion({ clinicId }: { clinicId: string }) {
  const dispatch = useDispatch();
  const store = useStore<{ session: SessionState }>();
  const userId = useSelector(selectOwner)?.id ?? null;
  const [found, setFound] = useState({ userId, count: 0 });
  const count = found.userId === userId ? found.count : 0;
  useEffect(() => {
    if (!userId) return;
    void othersUnsentCount({ clinicId, userId }).then(async (unsent) => {
      if (unsent === 0) await wipeKept(clinicId, userId);
      setFound({ userId, count: unsent });
    }).catch(() => undefined);
  }, [clinicId, userId, store]);
  const remove = async () => {
    if (userId) await wipeKept(clinicId, userId);
    setFound({ userId, count: 0 });
  };
  const cancel = () => {
    setFound({ userId, count: 0 });
    if (selectSession(store.getState()).clinicId === clinicId) dispatch(sessionLost('ended'));
  };
  return <SignOutQuestion count={count} onCancel={cancel} onSignOut={() => void remove().catch(() => undefined)} />;
}
