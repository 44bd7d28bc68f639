let listener: ((pathname: string) => void) | null = null;
/** Pages entered before there was a listener. */
const earlier: string[] = [];

/** Reports that a page is shown. Its listener is loaded after the first screen. */
export const pageEntered = (pathname: string): void => void (listener ? listener(pathname) : earlier.push(pathname));

/** Calls `hear` with every page entered, earlier ones first. */
export function onPageEntered(hear: (pathname: string) => void): void {
  listener = hear;
  for (const pathname of earlier.splice(0)) hear(pathname);
}
