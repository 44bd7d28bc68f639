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

/** The element that the app drew (mount.tsx) in the place of one that is gone: of the same name. */
const twinOf = (gone: HTMLElement | null) =>
  gone &&
  [...document.querySelectorAll<HTMLElement>(gone.tagName)].find(({ textContent }) => textContent === gone.textContent);

/**
 * Holds taps back until the page's code is loaded. `letGo` stops that; `replay` stops it too and repeats the last tap
 * on a button, or on a label whose choice went with the drawn page that the app has replaced.
 */
export function holdTaps(): { letGo: () => void; replay: () => void } {
  let tapped: HTMLElement | null = null;
  // A press of the mouse during which the app replaces its element has no click of its own; a finger's has.
  let pressed: HTMLElement | null = null;
  // One that was let go on the app's own button before `replay`.
  let released: HTMLElement | null = null;
  const hold = (event: Event) => {
    event.stopPropagation();
    const on = (event.target as Element).closest<HTMLElement>('button, label');
    if (event.type === 'pointerdown') pressed = (event as PointerEvent).pointerType === 'mouse' ? on : null;
    if (event.type === 'pointerup' && pressed && !pressed.isConnected) {
      if (twinOf(pressed)?.contains(event.target as Node)) tapped = released = pressed;
      pressed = null;
    }
    if (event.type === 'click') {
      tapped = on ?? (pressed?.isConnected ? null : pressed) ?? released;
      pressed = released = null;
    }
  };
  touches.forEach((type) => document.addEventListener(type, hold, { capture: true, passive: true }));
  const letGo = () => touches.forEach((type) => document.removeEventListener(type, hold, true));
  const replay = () => {
    letGo();
    const meant = tapped?.isConnected ? tapped.closest('button') : twinOf(tapped);
    setTimeout(() => meant?.click());
    const held = pressed;
    // The app may draw its button once more before the mouse is let go.
    const up = ({ target }: Event) => {
      const twin = held?.isConnected ? null : twinOf(held);
      if (twin?.contains(target as Node)) twin.click();
    };
    if (held) addEventListener('pointerup', up, { once: true });
  };
  return { letGo, replay };
}
