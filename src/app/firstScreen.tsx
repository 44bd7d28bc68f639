import { renderToString } from 'react-dom/server';
import type { Shop } from '../contract/shop';
import { FirstScreen } from './frame/FirstScreen';

/**
 * The first screen's markup for a clinic's HTML, as the page will draw it at `nowIso`.
 * Built on its own for the server; the page imports frame/FirstScreen and never this file.
 */
export const renderFirstScreen = (shop: Shop, nowIso: string): string => renderToString(<FirstScreen shop={shop} nowIso={nowIso} />);
