import { useEffect, useState } from 'react';
import { BackIcon } from '../icons/frame';
import * as css from './ScrollToTop.module.css';

/** A way back up, there after `after` pixels of scrolling (LAYOUT-20). */
export function ScrollToTop({ label, after }: { label: string; after: number }) {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > after);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [after]);
  if (!far) return null;
  return (
    <button type="button" className={css.totop} aria-label={label} onClick={() => window.scrollTo({ top: 0 })}>
      <BackIcon />
    </button>
  );
}
