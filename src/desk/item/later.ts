import { later } from '../later';

/** The opened item with its answers. */
export const ItemPane = later(() => import('./ItemPane').then((part) => part.ItemPane));
