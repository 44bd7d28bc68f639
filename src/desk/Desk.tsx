import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Navigate, Route, Routes, useLocation, useMatch, useNavigate } from 'react-router-dom';
import { NavigateContext } from '../ui/actions/Link';
import { InboxPage } from './inbox/InboxPage';
import { Keys } from './keys/keys';
import { afterPaint } from './keys/turn';
import { staffApi } from './api/staff';
import { later } from './later';
import { clinicWanted } from './session/kept';
import { clinicChosen, selectClinic, selectKept } from './session/session';
import { SignOutAsked } from './session/SignOutAsked';
import { StaffPage } from './staff/StaffPage';
import { useAppDispatch, useAppSelector } from './store';

const SignIn = later(() => import('./session/SignIn').then((part) => part.SignIn));
const ChooseClinic = later(() => import('./session/ChooseClinic').then((part) => part.ChooseClinic));

/**
 * Whether the address is from before another clinic was opened, so that it names nothing of this one. A link that names
 * another clinic of the person opens that: `isGoing` until it has. `isUnsure` while the server has not said whether the
 * person has joined a clinic that the link names and the device does not know.
 */
function useAddress(): { isOfAnother: boolean; isGoing: boolean; isUnsure: boolean } {
  const dispatch = useAppDispatch();
  const { key, search } = useLocation();
  const kept = useAppSelector(selectKept);
  const clinicId = kept?.clinicId ?? null;
  const wanted = clinicWanted(search);
  const [last, setLast] = useState({ clinicId, key: null as string | null });
  // State that follows from which clinic was open before.
  if (clinicId !== null && clinicId !== last.clinicId)
    setLast({ clinicId, key: last.clinicId !== null && wanted !== clinicId ? key : null });
  // While a clinic is being chosen the address names the one that was left, until something else is opened.
  const [leftKey, setLeftKey] = useState<string | null>(null);
  if (kept && clinicId === null && leftKey === null) setLeftKey(key);
  if (clinicId !== null && leftKey !== null) setLeftKey(null);
  const isOfAnother = last.key === key;
  const isKnown = kept?.clinics.some(({ id }) => id === wanted) ?? false;
  const isGoing =
    (clinicId !== null || (leftKey !== null && leftKey !== key)) && !isOfAnother && wanted !== clinicId && isKnown;
  const isAsking = useAppSelector((state) => staffApi.endpoints.me.select({})(state).isLoading);
  useEffect(() => {
    if (isGoing) dispatch(clinicChosen(wanted));
  }, [isGoing, wanted, dispatch]);
  return { isOfAnother, isGoing, isUnsure: wanted !== null && !isKnown && isAsking };
}

/** The whole page: signing in, choosing a clinic, then the desk. */
export function Desk() {
  const kept = useAppSelector(selectKept);
  const open = useAppSelector(selectClinic);
  // The clinic stays open while another is chosen, so that the browser's Back finds it.
  const isChoosing = useMatch('/admin/clinics') !== null;
  const clinic = isChoosing ? null : open;
  const navigate = useNavigate();
  const go = useCallback((href: string) => afterPaint(() => void navigate(href)), [navigate]);
  const { isOfAnother, isGoing, isUnsure } = useAddress();
  const inbox = useMemo(
    () =>
      clinic && !isGoing && <InboxPage clinic={clinic} isOfAnother={isOfAnother} isUnsure={isUnsure} key={clinic.id} />,
    [clinic, isOfAnother, isGoing, isUnsure],
  );
  const color = clinic?.color ?? null;
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (color) style.setProperty('--clinic', color);
    return () => void style.removeProperty('--clinic');
  }, [color]);
  if (!kept) return <SignIn />;
  return (
    <NavigateContext value={go}>
      <Keys>
        {clinic ? (
          <Routes>
            <Route path="/admin/inbox/:itemId?" element={inbox} />
            <Route path="/admin/staff" element={<StaffPage clinic={clinic} key={clinic.id} />} />
            <Route path="*" element={<Navigate to="/admin/inbox" replace />} />
          </Routes>
        ) : (
          <ChooseClinic />
        )}
        <SignOutAsked />
      </Keys>
    </NavigateContext>
  );
}
