/** The events of a tap. The app would hydrate within the first of them and block drawing meanwhile. */
const touches = [
  'pointerover',
  'pointerdown',
  'pointerup',
  'mouseover',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
  'focusin',
  'click',
];

/**
 * Holds taps back until the page's code is loaded. `letGo` stops that; `replay` stops it too and repeats the last tap
 * on a button, or on a label whose choice went with the drawn page that the app has replaced.
 */
export function holdTaps(): { letGo: () => void; replay: () => void } {
  let tapped: HTMLElement | null = null;
  const hold = (event: Event) => {
    event.stopPropagation();
    if (event.type === 'click') tapped = (event.target as Element).closest<HTMLElement>('button, label');
  };
  touches.forEach((type) => document.addEventListener(type, hold, { capture: true, passive: true }));
  const letGo = () => touches.forEach((type) => document.removeEventListener(type, hold, true));
  const replay = () => {
    letGo();
    // If the app drew its own elements (mount.tsx), finds its button of the same name.
    const meant = tapped?.isConnected
      ? tapped.closest('button')
      : tapped &&
        [...document.querySelectorAll<HTMLElement>(tapped.tagName)].find(
          ({ textContent }) => textContent === tapped?.textContent,
        );
    setTimeout(() => meant?.click());
  };
  return { letGo, replay };
}
