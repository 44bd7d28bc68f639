import { serverNow } from '../../../state/clock';
import { answerOf, questionBeforeBack, type FlowEvent } from '../../../domain/booking/flow';
import { selectFacts } from './facts';
import { backAsked, flowMoved } from './slice';
import type { AppThunk } from '../../../state/store';

/** Tells the flow what happened; the table decides where that leads. */
export const report =
  (event: FlowEvent): AppThunk<void> =>
  (dispatch, getState, services) => {
    const facts = selectFacts(getState(), serverNow(getState(), services), answerOf(event));
    dispatch(flowMoved({ event, facts, createKey: services.uuid() }));
  };

/** A step back, from the page or from the browser; where something would be left undone the owner is asked first (D-51). */
export const goBack = (): AppThunk<void> => (dispatch, getState, services) => {
  const facts = selectFacts(getState(), serverNow(getState(), services));
  const isAsked = questionBeforeBack(getState().booking.position, facts) !== null;
  dispatch(isAsked ? backAsked(true) : report('went-back'));
};
