import type { ReactNode } from 'react';

export interface IconProps {
  /** CSS pixels; 24 by default. */
  size?: number | undefined;
}

/**
 * Makes an icon component from outlines of 24 by 24 units. Icons are hidden from assistive technology; the text beside
 * them has the meaning.
 */
export function icon(outline: ReactNode) {
  return function Icon({ size = 24 }: IconProps) {
    return (
      <svg data-icon="" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        {outline}
      </svg>
    );
  };
}
