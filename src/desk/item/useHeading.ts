import { useState, type RefCallback } from 'react';

export type Heading = {
  /** The ref of whatever is the heading at the moment. */
  ref: RefCallback<HTMLHeadingElement>;
  focus: () => void;
};

function newHeading(): Heading {
  let heading: HTMLHeadingElement | null = null;
  let hadFocus = false;
  const focus = () => heading?.focus({ preventScroll: true });
  return {
    focus,
    ref: (element) => {
      if (!element) hadFocus = heading !== null && document.activeElement === heading;
      heading = element;
      if (element && hadFocus) focus();
      if (element) hadFocus = false;
    },
  };
}

/**
 * Holds a heading that several elements take turns to be, as before and after an item is read. Focus on one passes to
 * the next, and is not lost with it.
 */
export const useHeading = (): Heading => useState(newHeading)[0];
