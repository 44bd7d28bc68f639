/**
 * Writes the root element's attributes for a clinic's colour, `#rrggbb` or nothing, and a skin, as HTML: what a page that
 * is drawn before the app runs has from its first paint on.
 */
export const rootAttributes = (colour: string, skin: 'system' | 'light' | 'dark'): string =>
  `${/^#[0-9a-f]{6}$/i.test(colour) ? `style="--clinic:${colour}"` : ''}${skin === 'system' ? '' : ` data-skin="${skin}"`}`;
