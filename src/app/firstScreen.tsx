import { renderToString } from 'react-dom/server';
import type { Shop } from '../contract/shop';
import * as limits from '../limits';
import { fetchParts, Toaster } from '../shared/clinic/lazyParts';
import { FirstScreen } from './frame/FirstScreen';

await fetchParts();

export { animalFace } from './animalFace';

/**
 * Renders the first screen of a clinic's HTML as a new visitor sees it at `nowIso`; the app takes over these elements.
 * Built separately for the server; the page never imports this file.
 */
export const renderFirstScreen = (shop: Shop, nowIso: string): string =>
  renderToString(
    <>
      <FirstScreen shop={shop} nowIso={nowIso} />
      <Toaster messages={[]} onGone={() => undefined} duration={limits.toastMs} />
    </>,
  );
