/**
 * The event that the app sends to the document once it has drawn for the first time, or taken a drawn page over. A type,
 * so that the start script and the app agree on it and neither waits for a file that both would need.
 */
export type FirstDraw = 'portal:first-draw';
