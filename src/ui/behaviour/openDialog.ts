/** Returns the modal dialog that covers the page, the uppermost of several; null for none, and while the last one goes. */
export const openDialog = (): Element | null =>
  [...document.querySelectorAll('dialog[open]:not([data-leaving])')].at(-1) ?? null;
