import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyView } from '../../ui/behaviour/lazyView';
import { selectOthersUnsent, selectOwner, selectReader } from '../../state/session';
import { selectShop } from '../../state/clinic';
import { selectIsOnline } from '../../state/connection';
import type { Shop } from '../../contract/shop';
import { entryParams } from '../../features/booking/open/entryParams';
import { noteLeaving, tellLook } from '../../offline/forWorker';
import { markSaved } from '../../offline/marker';
import { Button } from '../../ui/actions/Button';
import { ClinicFrame } from '../frame/ClinicFrame';
import { savedCollapsed, saveCollapsed } from '../frame/collapsedMenu';
import type { PortalPage } from '../frame/portalMenus';
import { showClinicHead } from './clinicHead';
import { useNow } from './useHoursMoment';
import { openClinic, refreshShop } from './openClinic';
import { Message } from '../pages/Message';
import { NotFound } from '../pages/lazyNotFound';
import { ShopContext, SignOutContext, TextUsContext, type SignOut } from './shopContext';
import { Strips } from '../frame/Strips';
import { useAppDispatch, useAppSelector } from '../../state/store';

const loadFrame = () => import('../frame/portalMenus');
const UserMenu = lazyView(() => loadFrame().then((file) => file.UserMenu));
const PortalSideMenu = lazyView(() => loadFrame().then((file) => file.PortalSideMenu));
const PortalBottomBar = lazyView(() => loadFrame().then((file) => file.PortalBottomBar));
/** Loads the code of the menus around a signed-in owner's page. */
export const fetchPortalFrame = () => Promise.all([UserMenu.fetch(), PortalSideMenu.fetch(), PortalBottomBar.fetch()]);
const TextUsDialog = lazyView(() => import('../../features/textUs/TextUsDialog').then((file) => file.TextUsDialog));
const SignOutQuestion = lazyView(() =>
  import('../../shared/requests/SignOutQuestion').then((file) => file.SignOutQuestion),
);
const OthersQuestion = lazyView(() =>
  import('../../shared/requests/OthersQuestion').then((file) => file.OthersQuestion),
);

export interface ClinicGateProps {
  clinicId: string;
  page?: PortalPage | undefined;
  /** Shows the page in the blank layout, without the clinic's frame. */
  blank?: boolean | undefined;
  children: ReactNode;
}

/** Opens the clinic of the address and puts its frame around the page; tells if there is no such clinic. */
export function ClinicGate({ clinicId, page, blank, children }: ClinicGateProps) {
  const dispatch = useAppDispatch();
  const opened = useAppSelector((state) => state.session.clinicId);
  useEffect(() => {
    if (opened !== clinicId) void dispatch(openClinic(clinicId));
  }, [opened, clinicId, dispatch]);
  const othersUnsent = useAppSelector(selectOthersUnsent);
  if (opened !== clinicId) return null;
  return (
    <>
      <WithShop>
        {(shop) =>
          blank ? (
            <ShopContext.Provider value={shop}>{children}</ShopContext.Provider>
          ) : (
            <Frame shop={shop} page={page}>
              {children}
            </Frame>
          )
        }
      </WithShop>
      {othersUnsent > 0 && (
        <Suspense>
          <OthersQuestion />
        </Suspense>
      )}
    </>
  );
}

/** Renders its children with the clinic from the page, the device or the network; or tells why there is none. */
function WithShop({ children }: { children: (shop: Shop) => ReactNode }) {
  const dispatch = useAppDispatch();
  const shop = useAppSelector(selectShop);
  const { problem, isLoading } = useAppSelector((state) => state.clinic);
  const isOnline = useAppSelector(selectIsOnline);
  const hasFailed = problem === 'offline' || problem === 'failed';
  // A failed load is repeated only when the network comes back.
  const cameBack = useEffectEvent(() => {
    if (hasFailed) void dispatch(refreshShop());
  });
  useEffect(() => {
    if (isOnline) cameBack();
  }, [isOnline]);
  // Before the paint: what is drawn now is in the clinic's colour.
  useLayoutEffect(() => {
    if (shop) showClinicHead(shop);
  }, [shop]);
  if (problem === 'missing') return <NotFound />;
  if (shop) return children(shop);
  if (!problem) return null;
  return (
    <Message
      title={problem === 'offline' ? "You're offline" : 'This page could not be loaded'}
      action={
        <Button onClick={() => void dispatch(refreshShop())} busy={isLoading}>
          Try again
        </Button>
      }
    >
      {problem === 'offline'
        ? 'Connect to the internet once to open this clinic on this device.'
        : 'Please try again in a moment.'}
    </Message>
  );
}

function Frame({ shop, page, children }: { shop: Shop; page?: PortalPage | undefined; children: ReactNode }) {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectOwner);
  const reader = useAppSelector(selectReader);
  // An owner whose session ran out keeps the menus and Sign Out on pages that stay readable (D-01).
  const owner = page === undefined || page === 'book' ? signedIn : reader;
  const [isTexting, setTexting] = useState(false);
  const [hasTexted, setTexted] = useState(false);
  const [isNarrow, setNarrow] = useState(savedCollapsed);
  const nowIso = useNow();
  const kept = useKept();
  const openTextUs = useMemo(
    () => () => {
      setTexted(true);
      setTexting(true);
    },
    [],
  );
  const navigate = useNavigate();
  const goTo = useArrival();
  const [unsent, setUnsent] = useState(0);
  const first = useRef<Parameters<SignOut>[0]>(undefined);
  /** Asks first whether unsent requests may be deleted (D-08). */
  const askToLeave = async (before?: Parameters<SignOut>[0]) => {
    first.current = before;
    const count = owner
      ? await import('../../shared/requests/countUnsent')
          .catch(() => null)
          .then((file) => file?.unsentCount({ clinicId: shop.id, userId: owner.id }) ?? 0)
      : 0;
    if (count > 0) setUnsent(count);
    else await leave();
  };
  const leave = async () => {
    setUnsent(0);
    if (first.current && !(await first.current())) return;
    markSaved(shop.id, 'leaving');
    await noteLeaving(shop.id);
    const { signOut } = await import('../../features/signIn/signOut');
    await dispatch(signOut(() => goTo(`/${shop.id}`)));
    // An admin has no page at the clinic to return to (SESS-05, D-44).
    if (owner?.isAdmin) await navigate('/login');
  };
  const collapse = (narrow: boolean) => {
    setNarrow(narrow);
    saveCollapsed(narrow);
    tellLook();
  };
  return (
    <ShopContext.Provider value={shop}>
      <TextUsContext.Provider value={openTextUs}>
        <SignOutContext.Provider value={(before) => void askToLeave(before)}>
          <ClinicFrame
            shop={shop}
            nowIso={nowIso}
            kept={kept}
            onTextUs={openTextUs}
            narrow={owner !== null && isNarrow}
            strips={<Strips page={page} />}
            account={
              owner && (
                <Suspense>
                  <UserMenu shop={shop} kept={kept} firstName={owner.firstName} onSignOut={() => void askToLeave()} />
                </Suspense>
              )
            }
            menu={
              owner && (
                <Suspense>
                  <PortalSideMenu
                    shop={shop}
                    kept={kept}
                    page={page}
                    collapsed={isNarrow}
                    onCollapse={collapse}
                    onSignOut={() => void askToLeave()}
                  />
                </Suspense>
              )
            }
            bottom={
              owner && (
                <Suspense>
                  <PortalBottomBar shop={shop} kept={kept} page={page} />
                </Suspense>
              )
            }
          >
            {children}
          </ClinicFrame>
        </SignOutContext.Provider>
        {unsent > 0 && (
          <Suspense>
            <SignOutQuestion count={unsent} onCancel={() => setUnsent(0)} onSignOut={() => void leave()} />
          </Suspense>
        )}
        {hasTexted && (
          <Suspense>
            <TextUsDialog shop={shop} open={isTexting} onClose={() => setTexting(false)} />
          </Suspense>
        )}
      </TextUsContext.Provider>
    </ShopContext.Provider>
  );
}

/**
 * Returns a function that opens a path and resolves when it is shown: an owner's page must close before the owner signs
 * out.
 */
function useArrival(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const arrived = useRef<(() => void) | null>(null);
  useEffect(() => () => arrived.current?.(), [pathname]);
  return (path) =>
    new Promise((resolve) => {
      arrived.current = resolve;
      if (path === pathname) resolve();
      else void navigate(path);
    });
}

/** Returns the query values that links pass on; values of the page's first address stay (LAYOUT-15, D-31). */
function useKept() {
  const { search } = useLocation();
  const [first] = useState(search);
  return useMemo(() => {
    const [now, then] = [entryParams(new URLSearchParams(search)), entryParams(new URLSearchParams(first))];
    return {
      utmSource: now.referral.source ?? then.referral.source,
      productToken: now.productToken ?? then.productToken,
    };
  }, [search, first]);
}
