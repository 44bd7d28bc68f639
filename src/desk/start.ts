import { inboxApi } from './api/inbox';
import { staffApi } from './api/staff';
import { isWide } from './isWide';
import { ItemPane } from './item/later';
import { clinicWanted, keepSession, keptEnded, keptSession, sessionKey } from './session/kept';
import { answersLost, clinicChosen, selectKept, sessionFound, type SessionState } from './session/session';
import type { Store } from './store';

/**
 * Takes off the device what the person may no longer see: everything where the session was ended from elsewhere, and
 * what is kept of a clinic where they work no more. What is half written outlives a session that ran out (D-421); how
 * much of it went with one that was ended is told by `onLost`.
 */
async function forgetLost(before: SessionState, now: SessionState, onLost: (count: number) => void): Promise<void> {
  const lost =
    before.kept?.clinics.filter(({ id }) => now.kept && !now.kept.clinics.some((one) => one.id === id)) ?? [];
  const isOut = before.kept !== null && now.kept === null && now.ended === 'ended';
  if (!isOut && lost.length === 0) return;
  const { forgetAll, forgetClinic, halvesOf } = await import('./kept/keeping');
  const personId = before.kept?.person.id ?? '';
  const halves = isOut ? await halvesOf(personId).catch(() => []) : [];
  await (isOut ? forgetAll() : Promise.all(lost.map(({ id }) => forgetClinic(personId, id)))).catch(() => undefined);
  if (halves.length > 0) onLost(halves.length);
}

/**
 * Starts what runs beside the screens: asks for the list before anything is drawn, keeps the session on the device and
 * follows what other tabs do with it.
 */
export function startDesk(store: Store): void {
  const wanted = clinicWanted(location.search);
  const kept = selectKept(store.getState());
  const isWanted = ({ kept: its }: Pick<SessionState, 'kept'>) => its?.clinics.some(({ id }) => id === wanted) ?? false;
  if (isWanted({ kept })) store.dispatch(clinicChosen(wanted));
  // A clinic that the person has joined since signing in is known once the server has said so.
  let isSought = kept !== null && wanted !== null && !isWanted({ kept });
  let session = store.getState().session;
  store.subscribe(() => {
    const { session: now } = store.getState();
    if (now === session) return;
    void forgetLost(session, now, (count) => store.dispatch(answersLost(count)));
    const isChosen = now.kept?.clinicId !== session.kept?.clinicId;
    session = now;
    keepSession(now);
    if (isChosen) isSought = false;
    if (!isSought || !isWanted(now)) return;
    isSought = false;
    store.dispatch(clinicChosen(wanted));
  });
  window.addEventListener('storage', ({ key }) => {
    if (key === sessionKey || key === null) store.dispatch(sessionFound({ kept: keptSession(), ended: keptEnded() }));
  });
  const clinicId = selectKept(store.getState())?.clinicId;
  if (clinicId) {
    const list = store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId }));
    // An item comes after the list, beside it only where there is room for both.
    void (isWide() ? Promise.resolve() : list.then(() => undefined)).then(ItemPane.fetch).catch(() => undefined);
  }
  if (kept) void store.dispatch(staffApi.endpoints.me.initiate({}));
  // The device's database is not needed for the first list.
  void import('./kept/keeping').then(
    ({ keepOnDevice }) => keepOnDevice(store),
    () => undefined,
  );
}
