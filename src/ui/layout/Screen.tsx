import { createContext, useContext, useEffect, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useArrival } from '../behaviour/arrive';
import { markRoot } from '../behaviour/markRoot';
import { BackIcon } from '../icons/frame';
import * as tap from '../actions/Tap.module.css';
import * as css from './Screen.module.css';

/** Content of the frame, with the accessible name of its landmark. */
interface FramePart {
  label: string;
  content: ReactNode;
}

/** The parts around every screen, which the app provides once for all screens. */
export interface FrameParts {
  /** The left column from 992 px. */
  side?: FramePart | undefined;
  /** At the left of the bar on phones, on portal screens. */
  mark?: ReactNode;
  /** At the right of the bar. Elements marked `data-extra` are hidden on phones when there is a title. */
  actions?: ReactNode;
  /** Slate strips below the bar, in a polite live region. */
  strips?: ReactNode;
  /**
   * The right column; below the work at 992 to 1199 px, and on the counter of a poster; on phones only `contact`, on
   * the first poster.
   */
  contact?: FramePart | undefined;
  hours?: FramePart | undefined;
  /** The bottom bar below 992 px, on portal screens. */
  bottom?: ReactNode;
  /** Whether the side menu is folded. */
  narrow?: boolean | undefined;
}

export const FrameContext = createContext<FrameParts>({});

export interface ScreenProps {
  /** 'room': pale room, brand counter (the first screen). 'brand': brand room, pale counter (the last). */
  poster?: 'room' | 'brand' | undefined;
  /** Whether it is a signed-in page, with the mark in the bar and the bottom bar. */
  portal?: boolean | undefined;
  /** The screen's h1, shown in the bar; without it the children contain their own in `Above`. */
  title?: string | undefined;
  onBack?: (() => void) | undefined;
  /** Accessible name of the back button. */
  backText?: string | undefined;
  /** The hold's countdown, below the bar. */
  hold?: ReactNode;
  /** What the tab's title says of the screen, where its h1 does not name it. */
  name?: string | undefined;
  /** When it changes, the screen counts as opened again. */
  step?: string | undefined;
  children: ReactNode;
}

/** Shows the frame at every width: bar, work, and from 992 px the columns. Children are Above, Peeks and Counter. */
export function Screen({ poster, portal, title, onBack, backText = 'Back', hold, name, step, children }: ScreenProps) {
  const frame = useContext(FrameContext);
  const work = useRef<HTMLElement>(null);
  useArrival(name, step);
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    work.current?.focus();
  };
  const ground = poster === 'room' ? 'brand' : 'sheet';
  return (
    <div
      className={css.app}
      data-poster={poster}
      data-ground={poster === 'brand' ? poster : undefined}
      data-narrow={frame.narrow ? '' : undefined}
    >
      <a className={css.skip} href="#work" onClick={skip}>
        Skip to content
      </a>
      {frame.side && (
        <aside className={css.side} aria-label={frame.side.label}>
          {frame.side.content}
        </aside>
      )}
      <div className={css.stage}>
        <header className={css.stageTop}>
          <div className={title ? `${css.bar} ${css.barTitled}` : css.bar}>
            {onBack && (
              <button type="button" className={`${tap.tap} ${css.barBack}`} aria-label={backText} onClick={onBack}>
                <BackIcon />
              </button>
            )}
            {portal && !onBack && <div className={css.barMark}>{frame.mark}</div>}
            {title && <h1 className={css.barTitle}>{title}</h1>}
            <div className={css.barEnd}>{frame.actions}</div>
          </div>
          <div role="status">{frame.strips}</div>
          {hold}
        </header>
        <main className={css.work} id="work" ref={work} tabIndex={-1}>
          {children}
        </main>
      </div>
      {frame.contact && (
        <aside className={`${css.info} ${css.infoContact}`} data-ground={ground} aria-label={frame.contact.label}>
          {frame.contact.content}
        </aside>
      )}
      {frame.hours && (
        <aside className={`${css.info} ${css.infoHours}`} data-ground={ground} aria-label={frame.hours.label}>
          {frame.hours.content}
        </aside>
      )}
      {portal && frame.bottom}
    </div>
  );
}

/** Shows what is above the counter's edge: heading and introduction. */
export function Above({ children }: { children: ReactNode }) {
  return <div className={css.above}>{children}</div>;
}

/** Shows the animals at the edge; must come directly before the Counter. At most one a screen. */
export function Peeks({ middle, beside, children }: { middle?: boolean; beside?: boolean; children: ReactNode }) {
  return (
    <div
      className={`${css.peeks} ${middle ? css.peeksMiddle : beside ? css.peeksBeside : ''}`}
      data-part={middle ? 'peeks middle' : 'peeks'}
    >
      {children}
    </div>
  );
}

/**
 * Shows the counter with the screen's work: a plain sheet, or in the brand colour on the first poster. `pets`: pets look
 * over its edge from within.
 */
export function Counter({
  tone = 'sheet',
  pets,
  children,
}: {
  tone?: 'sheet' | 'brand';
  pets?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`${css.counter} ${tone === 'brand' ? css.counterBrand : pets ? css.counterPets : ''}`}
      data-ground={tone}
    >
      {children}
    </div>
  );
}

/** Shows the next action within the thumb's reach: the last element of a Counter, sticky at its lower edge. */
export function Foot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  // Said at what it stands in: a `:has()` would have all of it computed anew with each element that comes or goes.
  useLayoutEffect(() => {
    const within = foot.current?.parentElement;
    within?.toggleAttribute('data-footed', true);
    return () => within?.removeAttribute('data-footed');
  }, []);
  // What is focused is scrolled clear of the foot, whatever stands in it now (base.css).
  useEffect(() => {
    const element = foot.current;
    if (!element || typeof ResizeObserver !== 'function') return undefined;
    const { style } = document.documentElement;
    const unmark = markRoot('foot');
    let isMeasured = false;
    const measuring = new ResizeObserver(() => {
      style.setProperty('--foot', `${element.offsetHeight}px`);
      // A foot that comes after the press, such as of a time to move to, must not lie on what was pressed.
      if (isMeasured) return;
      isMeasured = true;
      const { activeElement: focused } = document;
      if (focused && focused !== document.body && !element.contains(focused))
        focused.scrollIntoView?.({ block: 'nearest' });
    });
    measuring.observe(element);
    return () => {
      measuring.disconnect();
      style.removeProperty('--foot');
      unmark();
    };
  }, []);
  return (
    <div className={css.foot} data-part="foot" ref={foot}>
      {children}
    </div>
  );
}
