import { logout, type SignedIn } from '../contract/auth';
import { exchange } from '../offline/exchange';
import { inTurn } from '../offline/inTurn';
import { markSaved } from '../offline/marker';
import { admissionAnswered, admissionAsked, guestForgotten } from '../state/session';
import type { AppThunk } from '../state/store';

/** Resolves the question that is open; there is never more than one. */
let take: (isLetIn: boolean) => void = () => undefined;

/**
 * Asks whether an owner who has just signed in may use this device, and returns the answer. If another owner left
 * unsent requests at this clinic, the owner must first agree to delete them (D-01, D-08). Until then only this page
 * knows the new session, so closing the page deletes nothing. Cancel ends the new session on the server.
 */
export const admit =
  ({ token, user }: SignedIn): AppThunk<Promise<boolean>> =>
  async (dispatch, getState, { base }) => {
    const { clinicId } = getState().session;
    // Counts the rows themselves: the note in local storage can be lost when a browser is killed.
    const count = clinicId ? await othersUnsent(clinicId, user.id) : 0;
    if (!clinicId || count === 0) return true;
    dispatch(admissionAsked(count));
    const isLetIn = await new Promise<boolean>((resolve) => {
      take = resolve;
    });
    dispatch(admissionAnswered());
    if (isLetIn) return true;
    // The new session replaced the guest session in which it was proved, so both have ended.
    dispatch(guestForgotten());
    await exchange(logout, {}, { base, clinicId, token });
    return false;
  };

/**
 * Saves the session of an admitted owner before anything else happens. The token saved before is no longer valid: a
 * page closed now would reopen with it and find its owner signed out (D-26).
 */
export const keepSignIn =
  ({ token, user }: SignedIn): AppThunk<Promise<void>> =>
  async (_, getState) => {
    const { clinicId } = getState().session;
    if (!clinicId) return;
    await inTurn(async () => {
      const { saveSession } = await import('../offline/database/session');
      await saveSession({ clinicId, token, user });
      markSaved(clinicId, 'session');
    }).catch(() => undefined); // Where nothing can be saved it is said when the page's own session is.
  };

/** Answers the question: true deletes the requests, false cancels the sign-in. */
export const answerAdmission = (isLetIn: boolean): void => take(isLetIn);

/** Counts the unsent requests that other owners left at this clinic; 0 where the browser cannot save. */
async function othersUnsent(clinicId: string, userId: string): Promise<number> {
  try {
    const { allEntries } = await import('../offline/database/outboxStore');
    return (await allEntries()).filter(
      (entry) => entry.clinicId === clinicId && entry.userId !== userId && entry.state !== 'sent',
    ).length;
  } catch {
    return 0;
  }
}
