import { useEffect, useRef, useState } from 'react';
import { ArrowIcon } from '../icons/frame';
import { NextIcon } from '../icons/booking';
import * as css from './PickList.module.css';

export interface PickListProps {
  /** Accessible name of the list. */
  label: string;
  items: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
  /** The chosen item's value, marked when the list is shown again. */
  chosen?: string | undefined;
  /** The cue is shown when more than this is hidden below, CSS pixels. */
  cueFrom: number;
}

/** Shows a list to choose from that scrolls by itself when it is long; a cue says that there is more below. */
export function PickList({ label, items, onChoose, chosen, cueFrom }: PickListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const look = () => setMore(element.scrollHeight - element.clientHeight - element.scrollTop > cueFrom);
    look();
    const listening = new AbortController();
    element.addEventListener('scroll', look, { signal: listening.signal, passive: true });
    addEventListener('resize', look, { signal: listening.signal });
    return () => listening.abort();
  }, [items, cueFrom]);
  return (
    <div className={css.picklist}>
      <ul className={css.items} aria-label={label} ref={list}>
        {items.map((item) => (
          <li key={item.value}>
            <button
              type="button"
              className={css.item}
              aria-current={item.value === chosen || undefined}
              onClick={() => onChoose(item.value)}
            >
              <span>{item.label}</span>
              <ArrowIcon size={20} />
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className={css.cue} aria-hidden="true">
          <NextIcon size={20} />
        </div>
      )}
    </div>
  );
}
