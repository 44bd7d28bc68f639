/** Hands the browser a file to save, or to open in the app that its type belongs to. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari still reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
