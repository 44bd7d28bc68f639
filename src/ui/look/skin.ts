/** Light, dark, or whatever the device says. */
export type Skin = 'system' | 'light' | 'dark';

const KEY = 'skin';

/** The saved choice (LAYOUT-19); 'system' when there is none or storage is closed. */
export function savedSkin(): Skin {
  try {
    const saved = localStorage.getItem(KEY);
    return saved === 'light' || saved === 'dark' ? saved : 'system';
  } catch {
    return 'system';
  }
}

/** Shows a skin; tokens.css turns the attribute into a colour scheme. */
export function showSkin(skin: Skin): void {
  if (skin === 'system') delete document.documentElement.dataset['skin'];
  else document.documentElement.dataset['skin'] = skin;
}

/** Shows a skin and remembers it. */
export function chooseSkin(skin: Skin): void {
  showSkin(skin);
  try {
    if (skin === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, skin);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
