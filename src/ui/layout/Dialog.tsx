import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { painted } from '../behaviour/painted';
import { CloseIcon } from '../icons/booking';
import * as tap from '../actions/Tap.module.css';
import * as css from './Dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Called on Escape, the backdrop or the close button; the parent then changes `open`. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the end. */
  foot?: ReactNode;
  /** Accessible name of the close button; without it there is none, and only the foot's buttons close the dialog. */
  closeText?: string | undefined;
}

/**
 * Shows a native modal dialog: a sheet from below on phones, centred from 992 px. Focus moves in, and back when
 * it closes.
 */
export function Dialog({ open: isWanted, onClose, title, children, foot, closeText }: DialogProps) {
  const open = useAfterPaint(isWanted);
  const isLeaving = open && !isWanted;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  const close = useEffectEvent(onClose);
  // Before the paint: what the dialog says is never on the page while the dialog is not open.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    const opener = document.activeElement;
    // A click on the backdrop targets the dialog itself, at a point outside the dialog's box.
    const backdrop = (event: MouseEvent) => {
      if (event.target !== element) return;
      const box = element.getBoundingClientRect();
      const inside =
        event.clientX >= box.left &&
        event.clientX <= box.right &&
        event.clientY >= box.top &&
        event.clientY <= box.bottom;
      if (!inside) close();
    };
    element.addEventListener('click', backdrop);
    if (!element.open) element.showModal();
    return () => {
      element.removeEventListener('click', backdrop);
      if (element.open) element.close();
      addEventListener('click', ignoreSecond, true);
      setTimeout(() => removeEventListener('click', ignoreSecond, true), doubleTapMs);
      // The browser returns focus on close(), but not when the dialog was removed from the page before.
      if (opener instanceof HTMLElement && opener.isConnected && !opener.contains(document.activeElement))
        opener.focus();
    };
  }, [open]);

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      data-leaving={isLeaving || undefined}
      aria-labelledby={heading}
      onCancel={cancel}
      onClickCapture={isLeaving ? ignore : undefined}
    >
      {open && (
        <>
          <div className={css.grip} aria-hidden="true" />
          <div className={css.head}>
            <h2 id={heading} tabIndex={-1}>
              {title}
            </h2>
            {closeText && (
              <button type="button" className={tap.tap} aria-label={closeText} onClick={onClose}>
                <CloseIcon />
              </button>
            )}
          </div>
          <div className={css.body}>{children}</div>
          {foot && <div className={css.foot}>{foot}</div>}
        </>
      )}
    </dialog>
  );
}

/** What is pressed in a dialog that is going, and the second tap of a double one after it, is meant for nothing. */
function ignore(event: Pick<Event, 'preventDefault' | 'stopPropagation'>): void {
  event.preventDefault();
  event.stopPropagation();
}

/** How long after a dialog the second tap of a double one can come, milliseconds: it would hit what lay behind. */
const doubleTapMs = 600;

const ignoreSecond = (event: MouseEvent): void => {
  if (event.detail > 1) ignore(event);
};

/** Resolves when the dialog that is going has gone. */
let gone = Promise.resolve();

/**
 * Returns `wanted` once the tap that changed it is painted: as a modal dialog opens or closes, the style of all the page
 * is computed anew. One that opens as another closes waits for it, and so has the focus after it.
 */
function useAfterPaint(wanted: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (wanted === shown) return undefined;
    let isStill = true;
    const shownNext = wanted ? painted().then(() => gone) : (gone = painted());
    void shownNext.then(() => isStill && setShown(wanted));
    return () => {
      isStill = false;
    };
  }, [wanted, shown]);
  return shown;
}
