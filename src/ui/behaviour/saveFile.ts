/** Offers a file to the browser, which saves it or opens it in the app for its type. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari still reads the address some time after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
