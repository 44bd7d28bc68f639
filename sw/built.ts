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

/** Reads an answer that is the build's file, byte for byte; null for another. Rejects where its body does not arrive whole. */
export async function builtBytes(answer: Response, { url, integrity }: Built): Promise<ArrayBuffer | null> {
  if (!isOfType(answer, types[url.slice(url.lastIndexOf('.') + 1)] ?? '')) return null;
  const bytes = await answer.arrayBuffer();
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}` ? bytes : null;
}

/** Whether an answer, which stays to be read, is the build's file. Rejects as `builtBytes`. */
export const isBuilt = async (answer: Response, file: Built): Promise<boolean> =>
  (await builtBytes(answer.clone(), file)) !== null;
