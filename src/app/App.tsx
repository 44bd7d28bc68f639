import { Component, StrictMode, useCallback, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useNavigate } from 'react-router-dom';
import { selectToasts, toastGone } from '../api/toasts';
import { limits } from '../limits';
import { Button } from '../ui/Button';
import { NavigateContext } from '../ui/Link';
import { Toaster } from '../ui/Toaster';
import { Message } from './pages/Message';
import { AppRoutes } from './routes';
import { useAppDispatch, useAppSelector, type Store } from './store';

export function App({ store }: { store: Store }) {
  return (
    <StrictMode>
      <Mishap>
        <Provider store={store}>
          <BrowserRouter>
            <InApp>
              <AppRoutes />
            </InApp>
            <Toasts />
          </BrowserRouter>
        </Provider>
      </Mishap>
    </StrictMode>
  );
}

/** Links of the design system stay in the app. */
function InApp({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const follow = useCallback((href: string) => void navigate(href), [navigate]);
  return <NavigateContext.Provider value={follow}>{children}</NavigateContext.Provider>;
}

function Toasts() {
  const messages = useAppSelector(selectToasts);
  const dispatch = useAppDispatch();
  return <Toaster messages={messages} onGone={(id) => dispatch(toastGone(id))} duration={limits.toastMs} />;
}

/** What a fault of ours leaves standing: a way to start again; the draft is on the device. */
class Mishap extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
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
