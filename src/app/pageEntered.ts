let listener: ((pathname: string) => void) | null = null;

/** A page is on screen. Who listens comes after the first screen. */
export const pageEntered = (pathname: string): void => listener?.(pathname);

/** Hears of every page from now on, this one first. */
export function onPageEntered(hear: (pathname: string) => void): void {
  listener = hear;
  hear(location.pathname);
}
