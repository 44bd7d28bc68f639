import { selectReader, type SessionState } from '../api/session';
import { ownerChanged } from '../offline/channel';
import { forgetClientSyncs, forgetNotes, markRemoved, markSaved } from '../offline/marker';
import { forgetVisit } from '../offline/visitNotes';
import { loadReader, loadSession, removeSession, saveSession, wipeOwner } from '../offline/session';

/** Brings the device in step with a change of the session (D-01, D-08, D-26). Its code comes with the first session. */
export async function keepSession(now: SessionState, before: SessionState, isSignOut: boolean): Promise<void> {
  const { clinicId, token, user, lapsed } = now;
  if (!clinicId) return;
  const leaving = selectReader({ session: before });
  const isOther = leaving !== null && selectReader({ session: now })?.id !== leaving.id;
  // The number on the app's icon is of somebody's pets (D-307).
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
  // Another tab may show a third one's: whoever signs in is told of as well.
  const hasArrived = user !== null && !user.is_guest && user.id !== leaving?.id;
  if (hasArrived && leaving) forgetVisit(clinicId);
  if (isSignOut || isOther || hasArrived) ownerChanged(clinicId, isSignOut || hasArrived);
}

/** Removes what a clinic's owner left on the device; a sign-out that a closed page cut short is ended so at the next visit (D-08, D-308). */
export async function endSignOut(clinicId: string): Promise<void> {
  const leaving = (await loadSession(clinicId))?.user ?? (await loadReader(clinicId));
  await wipeOwner(clinicId);
  if (leaving) forgetClientSyncs(leaving.id);
  forgetNotes(clinicId);
  forgetVisit(clinicId);
  await closeNotifications(clinicId).catch(() => undefined);
}

/** Takes back what still says on this device that somebody asked something of the clinic (D-305, D-308). */
async function closeNotifications(clinicId: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications();
  shown?.filter(({ data }) => (data as { clinicId: string }).clinicId === clinicId).forEach((each) => each.close());
}
