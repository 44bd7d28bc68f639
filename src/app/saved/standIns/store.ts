import type { ConnectionState } from '../../../state/connection';
import type { SessionState } from '../../../state/session';
import { drawn } from '../drawn';

type State = { session: SessionState; connection: ConnectionState };

/** The store's state as an owner's page begins; a slice that is missing here has its first value. */
const state = (): State => {
  const { shop, reader, look, isOnline } = drawn.saved;
  return {
    session: { clinicId: shop.id, token: null, user: null, lapsed: reader, othersUnsent: 0 },
    connection: { isOnline, clockOffset: look.clockOffset, isClockHeard: false, gapAt: 0 },
  };
};

export const useAppSelector = (select: (state: State) => unknown): unknown => select(state());
export const useAppDispatch = () => () => undefined;
