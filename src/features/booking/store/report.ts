import { serverNow } from '../../../state/clock';
import { answerOf, questionBeforeBack, type FlowEvent } from '../../../domain/booking/flow';
import { selectFacts } from './facts';
import { backAsked, flowMoved } from './slice';
import type { AppThunk } from '../../../state/store';

/** Reports an event to the flow; the flow's table decides the next step. */
export const report =
  (event: FlowEvent): AppThunk<void> =>
  (dispatch, getState, services) => {
    const facts = selectFacts(getState(), serverNow(getState(), services), answerOf(event));
    dispatch(flowMoved({ event, facts, createKey: services.uuid() }));
  };

/**
 * Goes one step back, for the page's or the browser's Back; asks the owner first if something would be left unfinished
 * (D-51).
 */
export const goBack = (): AppThunk<void> => (dispatch, getState, services) => {
  const facts = selectFacts(getState(), serverNow(getState(), services));
  const isAsked = questionBeforeBack(getState().booking.position, facts) !== null;
  dispatch(isAsked ? backAsked(true) : report('went-back'));
};
