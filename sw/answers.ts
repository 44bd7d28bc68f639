/**
 * The source of an answer: the saved shell page, a saved file, the saved pictures or manifest, or (null) the network
 * alone.
 */
export type Answer = 'page' | 'file' | 'picture' | 'manifest' | null;

/** The parts of a Request that decide its answer. */
export type Asked = { method: string; mode: string; destination: string; url: string };

/**
 * The API with the demo inbox (D-02, D-209), the clinic's desk (D-420) and its answer links (D-423): the worker never
 * answers in their place.
 */
const isOthers = (path: string) => /^\/(a|api|admin)(\/|$)/.test(path);

/** Not a page of the portal: the build's files, anything with a file ending (D-43). */
const isPage = (path: string) => !/^\/assets(\/|$)/.test(path) && !/\.[^/]*$/.test(path);

/**
 * Decides for one request. The API and the desk are never touched, nor is another origin.
 * Every page is answered with the saved shell, online too: it comes without waiting for the network, and it always fits
 * the saved files, which the server's newer page might not. Fresh data is the app's own business; a clinic that does
 * not
 * exist is told by the app, from the API's 404.
 * @param isFile whether the address is one of the shell's files
 */
export function answerFor(asked: Asked, origin: string, isFile: (url: string) => boolean): Answer {
  const url = new URL(asked.url);
  if (asked.method !== 'GET' || url.origin !== origin || isOthers(url.pathname)) return null;
  if (asked.mode === 'navigate') return isPage(url.pathname) ? 'page' : null;
  if (isFile(asked.url) || url.pathname.startsWith('/assets/')) return 'file';
  if (url.pathname.endsWith('/manifest.webmanifest')) return 'manifest';
  return asked.destination === 'image' || /^\/[^/]+\/icons\//.test(url.pathname) ? 'picture' : null;
}
