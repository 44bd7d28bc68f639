import { createContext, useContext, type AnchorHTMLAttributes, type MouseEvent, type Ref } from 'react';

/** The function that follows a plain click on an in-app address; without a provider the browser follows it. */
export const NavigateContext = createContext<((href: string) => void) | null>(null);

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  ref?: Ref<HTMLAnchorElement> | undefined;
}

/**
 * Shows an anchor that stays in the app for addresses with one leading slash; new tabs and other sites are left to
 * the browser.
 */
export function Link({ onClick, ...rest }: LinkProps) {
  const navigate = useContext(NavigateContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!navigate || event.defaultPrevented || !plain || rest.target || !/^\/(?!\/)/.test(rest.href)) return;
    event.preventDefault();
    navigate(rest.href);
  };
  return <a {...rest} onClick={follow} />;
}
