/**
 * A file of the build: `integrity` is the hash of its content as `sha256-` and base64, which vite.config.ts writes into
 * the worker's list.
 */
export type Built = { url: string; integrity: string };

/** Content types that a browser requires, by file ending. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/**
 * Whether an answer is good and not redirected, and has the type. A page in place of a file, such as a maintenance
 * page, has another type.
 */
export const isOfType = ({ status, redirected, headers }: Response, type: string): boolean =>
  status === 200 && !redirected && (headers.get('Content-Type') ?? '').includes(type);

/** Whether an answer is the build's file, byte for byte. Rejects where its body does not arrive whole. */
export async function isBuilt(answer: Response, { url, integrity }: Built): Promise<boolean> {
  if (!isOfType(answer, types[url.slice(url.lastIndexOf('.') + 1)] ?? '')) return false;
  const hash = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
}
