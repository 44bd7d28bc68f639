import type { FlowEvent } from '../../domain/booking/flow';
import { selectFacts } from './facts';
import { serverNow, type BookingThunk } from './root';
import { flowMoved } from './slice';

/** Tells the flow what happened; the table decides where that leads. */
export const report =
  (event: FlowEvent): BookingThunk<void> =>
  (dispatch, getState, services) => {
    const facts = selectFacts(getState(), serverNow(getState(), services));
    dispatch(flowMoved({ event, facts, createKey: services.uuid() }));
  };
