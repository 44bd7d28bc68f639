import { useCallback, useLayoutEffect, useMemo } from 'react';
import { Navigate, Route, Routes, useNavigate } from 'react-router-dom';
import { NavigateContext } from '../ui/actions/Link';
import { InboxPage } from './inbox/InboxPage';
import { Keys } from './keys/keys';
import { afterPaint } from './keys/turn';
import { later } from './later';
import { selectClinic, selectKept } from './session/session';
import { SignOutAsked } from './session/SignOutAsked';
import { useAppSelector } from './store';

const SignIn = later(() => import('./session/SignIn').then((part) => part.SignIn));
const ChooseClinic = later(() => import('./session/ChooseClinic').then((part) => part.ChooseClinic));
const StaffPage = later(() => import('./staff/StaffPage').then((part) => part.StaffPage));

/** The whole page: signing in, choosing a clinic, then the desk. */
export function Desk() {
  const kept = useAppSelector(selectKept);
  const clinic = useAppSelector(selectClinic);
  const navigate = useNavigate();
  const go = useCallback((href: string) => afterPaint(() => void navigate(href)), [navigate]);
  const inbox = useMemo(() => clinic && <InboxPage clinic={clinic} key={clinic.id} />, [clinic]);
  const color = clinic?.color ?? null;
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (color) style.setProperty('--clinic', color);
    return () => void style.removeProperty('--clinic');
  }, [color]);
  if (!kept) return <SignIn />;
  if (!clinic)
    return (
      <>
        <ChooseClinic />
        <SignOutAsked />
      </>
    );
  return (
    <NavigateContext value={go}>
      <Keys>
        <Routes>
          <Route path="/admin/inbox/:itemId?" element={inbox} />
          <Route path="/admin/staff" element={<StaffPage clinic={clinic} key={clinic.id} />} />
          <Route path="*" element={<Navigate to="/admin/inbox" replace />} />
        </Routes>
        <SignOutAsked />
      </Keys>
    </NavigateContext>
  );
}
