let listener: ((pathname: string) => void) | null = null;
/** Pages from before anybody listened. */
const earlier: string[] = [];

/** A page is on screen. Who listens comes after the first screen. */
export const pageEntered = (pathname: string): void => void (listener ? listener(pathname) : earlier.push(pathname));

/** Hears of every page, those from before first. */
export function onPageEntered(hear: (pathname: string) => void): void {
  listener = hear;
  for (const pathname of earlier.splice(0)) hear(pathname);
}
