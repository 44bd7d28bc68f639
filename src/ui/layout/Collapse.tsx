import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Tap } from '../actions/Button';
import * as css from './Collapse.module.css';

/**
 * Shows content cut after one line, three on narrow screens, with a button to show it all (LIST-09, D-111). Content
 * that fits is not cut.
 */
export function Collapse({
  moreText,
  lessText,
  children,
}: {
  moreText: string;
  lessText: string;
  children: ReactNode;
}) {
  const body = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);
  const id = useId();
  useEffect(() => {
    const element = body.current;
    if (!element || isOpen) return undefined;
    const look = () => setLong(element.scrollHeight > element.clientHeight);
    look();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [isOpen, children]);
  return (
    <div className={isOpen ? undefined : css.closed}>
      <div className={css.body} id={id} ref={body}>
        {children}
      </div>
      {isLong && (
        <Tap link expanded={isOpen} controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? lessText : moreText}
        </Tap>
      )}
    </div>
  );
}
