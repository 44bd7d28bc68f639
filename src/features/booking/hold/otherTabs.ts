import type { Hold } from '../../../contract/availability';
import { isReplacedBy } from '../../../domain/booking/draft';
import { onTimeHeld, timeWasHeld, type HoldNews } from '../../../offline/tabs/channel';
import { report } from '../store/report';
import type { AppDispatch, AppThunk, RootState } from '../../../state/store';

/** Tells the owner's other tabs of a hold that the clinic has made in place of this session's earlier one (D-203). */
export const tellOtherTabs =
  ({ id, expire }: Hold, isMove: boolean): AppThunk<void> =>
  (_, getState) => {
    const { clinicId, user } = getState().session;
    if (clinicId && user) timeWasHeld({ clinicId, userId: user.id, id, expire, isMove });
  };

/** Whether another tab's hold was made by this tab's session, whose own hold it then replaces. */
export const isOfSession =
  ({ clinicId, userId }: HoldNews): AppThunk<boolean> =>
  (_, getState) => {
    const { session } = getState();
    return clinicId === session.clinicId && userId === session.user?.id;
  };

type Follower = { dispatch: AppDispatch; getState: () => RootState; signal: AbortSignal };

/**
 * Ends the hold when another tab has replaced it. The other tab's booking then goes on as the saved draft; an
 * appointment that is moved has none, so this draft stays saved, without its time.
 */
export function followHolds({ dispatch, getState, signal }: Follower): void {
  if (signal.aborted) return;
  const stop = onTimeHeld((news) => {
    const { hold } = getState().booking.draft;
    if (hold && dispatch(isOfSession(news)) && isReplacedBy(hold, news))
      dispatch(report(news.isMove ? 'hold-expired' : 'hold-replaced'));
  });
  signal.addEventListener('abort', stop);
}
