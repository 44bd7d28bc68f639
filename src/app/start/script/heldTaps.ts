/** What a tap consists of. The app would take the page over within the first of them, and nothing could be drawn meanwhile. */
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

/** Keeps taps from a page whose code is not there yet. `letGo` ends that; `replay` does so too, and does the last tap on a button. */
export function holdTaps(): { letGo: () => void; replay: () => void } {
  let tapped: HTMLButtonElement | null = null;
  const hold = (event: Event) => {
    event.stopPropagation();
    if (event.type === 'click') tapped = (event.target as Element).closest('button');
  };
  touches.forEach((type) => document.addEventListener(type, hold, { capture: true, passive: true }));
  const letGo = () => touches.forEach((type) => document.removeEventListener(type, hold, true));
  const replay = () => {
    letGo();
    // Where the app had to draw for itself (mount.tsx), its own button of that name is meant.
    const meant =
      tapped &&
      [tapped, ...document.querySelectorAll('button')].find(
        (each) => each.isConnected && each.textContent === tapped?.textContent,
      );
    setTimeout(() => meant?.click());
  };
  return { letGo, replay };
}
