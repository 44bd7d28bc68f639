/**
 * Says at the page's root that a part is shown, `data-{part}`, for the styles of others that make room for it: a `:has()`
 * at the root would have every change of the page asked whether it brings the part. Returns what takes it back.
 */
export function markRoot(part: 'bar' | 'foot' | 'totop'): () => void {
  const { dataset } = document.documentElement;
  dataset[part] = '';
  return () => delete dataset[part];
}
