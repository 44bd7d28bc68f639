import { joinWaitlist, leaveWaitlist } from '../../../src/contract/waitlist';
import { handle, type Handled } from '../../calls/handlers';
import { join, leave } from './change';

/** Routes of contract/waitlist. */
export const routes: Handled[] = [
  handle(joinWaitlist, (call) => join(call.db, call), { transaction: true }),
  handle(leaveWaitlist, (call) => leave(call.db, call), { transaction: true }),
];
