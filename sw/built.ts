/** A file of the build: `integrity` is the hash of its content as `sha256-` and base64, which vite.config.ts writes into the worker's list. */
export type Built = { url: string; integrity: string };

/** The part of its content type by which a browser takes a file, by the ending of its name. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** A good answer to what was asked itself: a page in place of a file, a maintenance page for instance, has another type. */
export const isOfType = ({ status, redirected, headers }: Response, type: string): boolean =>
  status === 200 && !redirected && (headers.get('Content-Type') ?? '').includes(type);

/** Whether an answer is a file of the build, byte for byte. Rejects where its body does not come to its end. */
export async function isBuilt(answer: Response, { url, integrity }: Built): Promise<boolean> {
  if (!isOfType(answer, types[url.slice(url.lastIndexOf('.') + 1)] ?? '')) return false;
  const hash = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
}
