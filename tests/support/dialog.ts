/** Adds to jsdom's dialog element the methods that the components use. */
export function installDialog(): void {
  const prototype = HTMLDialogElement.prototype;
  prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector<HTMLElement>('button, input, [tabindex]')?.focus();
  };
  prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}
