import { lazy, Suspense, useCallback, useLayoutEffect, useMemo } from 'react';
import { Navigate, Route, Routes, useNavigate } from 'react-router-dom';
import { NavigateContext } from '../ui/actions/Link';
import { InboxPage } from './inbox/InboxPage';
import { Keys } from './keys/keys';
import { ChooseClinic } from './session/ChooseClinic';
import { selectClinic, selectKept } from './session/session';
import { SignIn } from './session/SignIn';
import { useAppSelector } from './store';

const StaffPage = lazy(() => import('./staff/StaffPage').then((part) => ({ default: part.StaffPage })));

/** The whole page: signing in, choosing a clinic, then the desk. */
export function Desk() {
  const kept = useAppSelector(selectKept);
  const clinic = useAppSelector(selectClinic);
  const navigate = useNavigate();
  const go = useCallback((href: string) => void navigate(href), [navigate]);
  const inbox = useMemo(() => clinic && <InboxPage clinic={clinic} key={clinic.id} />, [clinic]);
  const color = clinic?.color ?? null;
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (color) style.setProperty('--clinic', color);
    return () => void style.removeProperty('--clinic');
  }, [color]);
  if (!kept) return <SignIn />;
  if (!clinic) return <ChooseClinic />;
  return (
    <NavigateContext value={go}>
      <Keys>
        <Routes>
          <Route path="/admin/inbox/:itemId?" element={inbox} />
          <Route
            path="/admin/staff"
            element={
              <Suspense fallback={null}>
                <StaffPage clinic={clinic} key={clinic.id} />
              </Suspense>
            }
          />
          <Route path="*" element={<Navigate to="/admin/inbox" replace />} />
        </Routes>
      </Keys>
    </NavigateContext>
  );
}
