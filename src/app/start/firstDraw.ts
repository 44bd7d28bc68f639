/**
 * The event that the app sends to the document after its first draw, or after taking over a drawn page. It is a type,
 * so that the start script and the app share no file that either would wait for.
 */
export type FirstDraw = 'portal:first-draw';
