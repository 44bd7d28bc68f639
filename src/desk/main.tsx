import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { savedSkin, showSkin } from '../ui/look/skin';
import '../ui/look/tokens.css';
import '../ui/look/base.css';
import './desk.css';
import { Desk } from './Desk';
import { startDesk } from './start';
import { browserServices } from './services';
import { makeStore } from './store';

showSkin(savedSkin());
const store = makeStore(browserServices());
startDesk(store);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <BrowserRouter>
          <Desk />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  );
