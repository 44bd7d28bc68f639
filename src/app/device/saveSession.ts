import { selectReader, type SessionState } from '../../state/session';
import { ownerChanged } from '../../offline/tabs/channel';
import { endSignOut } from '../../offline/database/device';
import { markRemoved, markSaved } from '../../offline/marker';
import { forgetVisit } from '../../offline/visitNotes';
import { removeSession, saveSession } from '../../offline/database/session';

/** Saves a change of the session on the device (D-01, D-08, D-26). This code is loaded with the first session. */
export async function keepSession(now: SessionState, before: SessionState, isSignOut: boolean): Promise<void> {
  const { clinicId, token, user, lapsed } = now;
  if (!clinicId) return;
  const leaving = selectReader({ session: before });
  const isOther = leaving !== null && selectReader({ session: now })?.id !== leaving.id;
  // The number on the app's icon counts the previous owner's pets (D-307).
  if (isOther && 'clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
  if (isSignOut) {
    await endSignOut(clinicId);
  } else if (token && user) {
    await saveSession({ clinicId, token, user });
    markSaved(clinicId, 'session');
    if (!user.is_guest) markRemoved(clinicId, 'reader');
  } else if (await removeSession(clinicId, before.token, lapsed)) {
    if (lapsed) markSaved(clinicId, 'reader');
    markRemoved(clinicId, 'session', ...(lapsed ? [] : (['reader'] as const)));
  }
  // Another tab may show a third owner, so a sign-in is announced to other tabs too.
  const hasArrived = user !== null && !user.is_guest && user.id !== leaving?.id;
  if (hasArrived && leaving) forgetVisit(clinicId);
  if (isSignOut || isOther || hasArrived) ownerChanged(clinicId, isSignOut || hasArrived);
}
