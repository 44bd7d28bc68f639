import { unsay } from '../ui/behaviour/announce';
import { inboxApi } from './api/inbox';
import { staffApi } from './api/staff';
import { isWide } from './isWide';
import { ItemPane } from './item/later';
import { clinicWanted, keepOwnClinic, keepSession, keptEnded, keptSession, sessionKey } from './session/kept';
import {
  answersLeft,
  answersLost,
  clinicChosen,
  clinicsLeft,
  selectKept,
  sessionFound,
  type SessionState,
} from './session/session';
import type { AppThunk, Store } from './store';
import { answersElsewhereForgotten } from './undo/answers';

/**
 * Takes off the device what the person may no longer see: everything of theirs where the session was ended from elsewhere, and
 * what is kept of a clinic where they work no more. What is half written outlives a session that ran out (D-421); how
 * much of it went is said.
 */
const forgetLost =
  (before: SessionState, now: SessionState): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const left = clinicsLeft(before.kept, now.kept);
    const isOut = before.kept !== null && now.kept === null && (now.ended === 'ended' || now.ended === 'removed');
    if (!isOut && left.length === 0) return;
    const { forgetClinic, forgetPerson, halvesOf } = await import('./kept/keeping');
    const personId = before.kept?.person.id ?? '';
    const halves = await halvesOf(personId).catch(() => []);
    await (isOut ? forgetPerson(personId) : Promise.all(left.map(({ id }) => forgetClinic(personId, id)))).catch(
      () => undefined,
    );
    if (isOut && halves.length > 0) dispatch(answersLost(halves.length));
    const lost = halves.filter(({ clinicId }) => left.some(({ id }) => id === clinicId)).length;
    if (!isOut && lost > 0) dispatch(answersLeft({ names: left.map(({ name }) => name), lost }));
  };

/**
 * Starts what runs beside the screens: asks for the list before anything is drawn, keeps the session on the device and
 * follows what other tabs do with it.
 */
export function startDesk(store: Store): void {
  const wanted = clinicWanted(location.search);
  const kept = selectKept(store.getState());
  const isWanted = ({ kept: its }: Pick<SessionState, 'kept'>) => its?.clinics.some(({ id }) => id === wanted) ?? false;
  if (isWanted({ kept })) store.dispatch(clinicChosen(wanted));
  const opened = selectKept(store.getState());
  if (opened) keepOwnClinic(opened.clinicId);
  // A clinic that the person has joined since signing in is known once the server has said so.
  let isSought = kept !== null && wanted !== null && !isWanted({ kept });
  let session = store.getState().session;
  store.subscribe(() => {
    const { session: now } = store.getState();
    if (now === session) return;
    // What was said of a clinic, and what was given there, goes with it.
    const isOver = session.kept?.person.id !== now.kept?.person.id;
    const isLeft = isOver || clinicsLeft(session.kept, now.kept).length > 0;
    if (isLeft) unsay();
    void store.dispatch(forgetLost(session, now));
    const isChosen = now.kept?.clinicId !== session.kept?.clinicId;
    session = now;
    if (isLeft && now.ended !== 'idle')
      store.dispatch(answersElsewhereForgotten(now.kept?.clinics.map(({ id }) => id) ?? []));
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
