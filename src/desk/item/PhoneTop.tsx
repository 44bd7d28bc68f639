import { DownIcon, UpIcon } from '../../ui/icons/answers';
import { BackIcon } from '../../ui/icons/frame';
import * as css from './PhoneTop.module.css';

export interface PhoneTopProps {
  /** A sheet covers it. */
  isInert: boolean;
  place: number;
  of: number;
  onBack: () => void;
  /** Null at the list's ends. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** On a phone: back to the list, the item's place in it, the one before and the one after. */
export function PhoneTop({ isInert, place, of, onBack, onPrevious, onNext }: PhoneTopProps) {
  return (
    <nav className={css.top} aria-label="Items" inert={isInert}>
      <button type="button" className={css.tap} aria-label="Inbox" onClick={onBack}>
        <BackIcon />
      </button>
      <span className={css.grow} />
      {place > 0 && (
        <span className={css.place}>
          {place} of {of}
        </span>
      )}
      <button
        type="button"
        className={css.tap}
        aria-label="Previous"
        aria-disabled={onPrevious === null || undefined}
        onClick={() => onPrevious?.()}
      >
        <UpIcon size={22} />
      </button>
      <button
        type="button"
        className={css.tap}
        aria-label="Next"
        aria-disabled={onNext === null || undefined}
        onClick={() => onNext?.()}
      >
        <DownIcon size={22} />
      </button>
    </nav>
  );
}
