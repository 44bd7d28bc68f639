import { useEffect, useLayoutEffect, useState } from 'react';
import { markRoot } from '../behaviour/markRoot';
import { BackIcon } from '../icons/frame';
import * as css from './ScrollToTop.module.css';

/** Shows a button that scrolls to the top, once the page is scrolled by `after` pixels (LAYOUT-20). */
export function ScrollToTop({ label, after }: { label: string; after: number }) {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > after);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [after]);
  useLayoutEffect(() => (far ? markRoot('totop') : undefined), [far]);
  if (!far) return null;
  return (
    <button type="button" className={css.totop} aria-label={label} onClick={() => window.scrollTo({ top: 0 })}>
      <BackIcon />
    </button>
  );
}
