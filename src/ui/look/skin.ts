/** A colour scheme: light, dark, or the device's setting. */
export type Skin = 'system' | 'light' | 'dark';

const KEY = 'skin';

/** Reads the saved skin (LAYOUT-19); 'system' when none is saved or storage is blocked. */
export function savedSkin(): Skin {
  try {
    const saved = localStorage.getItem(KEY);
    return saved === 'light' || saved === 'dark' ? saved : 'system';
  } catch {
    return 'system';
  }
}

/** Applies a skin as an attribute, which tokens.css turns into a colour scheme. */
export function showSkin(skin: Skin): void {
  if (skin === 'system') delete document.documentElement.dataset['skin'];
  else document.documentElement.dataset['skin'] = skin;
}

/** Saves a skin, so that pages opened from now on have it. */
export function saveSkin(skin: Skin): void {
  try {
    if (skin === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, skin);
  } catch {
    // Storage is blocked: the choice lasts until the page is reloaded.
  }
}
