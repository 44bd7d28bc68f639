const KEY = 'menu-collapsed';

/** Whether the side menu was left collapsed (LAYOUT-18). */
export function savedCollapsed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Saves whether the side menu is collapsed. */
export function saveCollapsed(collapsed: boolean): void {
  try {
    localStorage.setItem(KEY, String(collapsed));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
