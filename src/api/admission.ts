import { logout, type SignedIn } from '../contract/auth';
import { exchange } from '../offline/exchange';
import { inTurn } from '../offline/inTurn';
import { markSaved } from '../offline/marker';
import { admissionAnswered, admissionAsked, guestForgotten } from '../state/session';
import type { AppThunk } from '../state/store';

/** Takes the answer to the question that is open; there is never more than one. */
let take: (isLetIn: boolean) => void = () => undefined;

/**
 * Whether an owner who has just proved who they are is let in on this device. With unsent requests of somebody else at
 * this clinic they are asked first (D-01, D-08), and until they answer nothing is known of the new session but in this
 * page: a page that is closed over the question loses nothing. Cancel ends the new session on the server.
 */
export const admit =
  ({ token, user }: SignedIn): AppThunk<Promise<boolean>> =>
  async (dispatch, getState, { base }) => {
    const { clinicId } = getState().session;
    // Asked of the rows themselves: the note that there are some may be lost with a browser that was killed.
    const count = clinicId ? await othersUnsent(clinicId, user.id) : 0;
    if (!clinicId || count === 0) return true;
    dispatch(admissionAsked(count));
    const isLetIn = await new Promise<boolean>((resolve) => {
      take = resolve;
    });
    dispatch(admissionAnswered());
    if (isLetIn) return true;
    // The new session took the place of the guest's that it was proved in; both are over.
    dispatch(guestForgotten());
    await exchange(logout, {}, { base, clinicId, token });
    return false;
  };

/**
 * Puts the session of an owner who is let in on the device before anything follows from it. The token that is there is
 * over: a page left or closed at once would come back with it, and find its owner signed out (D-26).
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

/** The new owner's word: the requests are deleted, or the sign-in is not. */
export const answerAdmission = (isLetIn: boolean): void => take(isLetIn);

/** How many unsent requests others left at this clinic; none where the browser keeps nothing. */
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
