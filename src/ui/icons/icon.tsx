import type { ReactNode } from 'react';

export interface IconProps {
  /** CSS pixels; 24 unless said otherwise. */
  size?: number | undefined;
}

/** Makes an icon component of 24 by 24 outlines. Icons are decoration: the words beside them carry the meaning. */
export function icon(outline: ReactNode) {
  return function Icon({ size = 24 }: IconProps) {
    return (
      <svg data-icon="" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        {outline}
      </svg>
    );
  };
}
