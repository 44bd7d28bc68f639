import { renderToString } from 'react-dom/server';
import type { Shop } from '../contract/shop';
import { limits } from '../limits';
import { Toaster } from '../ui/feedback/Toaster';
import { FirstScreen } from './frame/FirstScreen';

export { animalFace } from './animalFace';

/**
 * The first screen's markup for a clinic's HTML, as the app draws it at `nowIso` for somebody new: the app takes these
 * very elements over. Built on its own for the server; the page never imports this file.
 */
export const renderFirstScreen = (shop: Shop, nowIso: string): string =>
  renderToString(
    <>
      <FirstScreen shop={shop} nowIso={nowIso} />
      <Toaster messages={[]} onGone={() => undefined} duration={limits.toastMs} />
    </>,
  );
