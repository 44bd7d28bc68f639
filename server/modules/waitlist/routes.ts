import { joinWaitlist, leaveWaitlist } from '../../../src/contract/waitlist';
import { withTransaction } from '../../db/transaction';
import { handle, type Handled } from '../../calls/handlers';
import { join, leave } from './change';

/** Calls of contract/waitlist. */
export const routes: Handled[] = [
  handle(joinWaitlist, ({ db, clinic, session, body, now, services }) =>
    withTransaction(db, (trx) => join(trx, { clinic, session, body, now, services })),
  ),
  handle(leaveWaitlist, ({ db, clinic, session, body, now, services }) =>
    withTransaction(db, (trx) => leave(trx, { clinic, session, body, now, services })),
  ),
];
