import { Component, StrictMode, useCallback, useLayoutEffect, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { selectToasts, toastGone } from '../state/toasts';
import * as limits from '../limits';
import { Button } from '../ui/actions/Button';
import { NavigateContext } from '../ui/actions/Link';
import { Toaster } from '../shared/clinic/lazyParts';
import { DrawnContext } from './clinic/useHoursMoment';
import { pageEntered } from './telemetry/pageEntered';
import { Message } from './pages/Message';
import { AppRoutes } from './routes';
import type { FirstDraw } from './start/firstDraw';
import { useAppDispatch, useAppSelector } from '../state/store';
import type { Store } from './store';

/** The app. `drawn`: the ISO instant of the server's first screen if the app takes over its markup, else null. */
export function App({ store, drawn = null }: { store: Store; drawn?: string | null }) {
  useLayoutEffect(() => void document.dispatchEvent(new Event('portal:first-draw' satisfies FirstDraw)), []);
  return (
    <StrictMode>
      <Mishap store={store}>
        <Provider store={store}>
          <DrawnContext.Provider value={drawn}>
            <BrowserRouter>
              <InApp>
                <AppRoutes />
              </InApp>
              <Toasts />
            </BrowserRouter>
          </DrawnContext.Provider>
        </Provider>
      </Mishap>
    </StrictMode>
  );
}

/**
 * Keeps links of the design system in the app, and reports each page entered to the configured receivers (TRACK-03).
 */
function InApp({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Runs before the page is painted, because a session replay must have ended by then (TRACK-06).
  useLayoutEffect(() => pageEntered(pathname), [pathname]);
  // A page that was opened begins at its top; one that was gone back to is where the browser puts it.
  const isBack = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    if (!isBack) window.scrollTo(0, 0);
  }, [pathname, isBack]);
  const follow = useCallback((href: string) => void navigate(href), [navigate]);
  return <NavigateContext.Provider value={follow}>{children}</NavigateContext.Provider>;
}

function Toasts() {
  const messages = useAppSelector(selectToasts);
  const dispatch = useAppDispatch();
  return <Toaster messages={messages} onGone={(id) => dispatch(toastGone(id))} duration={limits.toastMs} />;
}

/** Catches errors of our code and offers to start again; the draft is saved on the device. */
class Mishap extends Component<{ store: Store; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    const { store } = this.props;
    void import('./telemetry/telemetry').then(
      ({ tellTelemetry }) => tellTelemetry(store, (telemetry) => telemetry.error(error)),
      () => undefined,
    );
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Message title="Something went wrong" action={<Button onClick={() => location.reload()}>Reload</Button>}>
        Please reload the page. What you entered is kept on this device.
      </Message>
    );
  }
}
