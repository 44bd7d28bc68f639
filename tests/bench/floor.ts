import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The page's own list of fonts: a browser asks Linux for each of them until one is there, and for each size and weight,
 * which takes longer than the rest of such a page and is not of a phone (trace.ts). The bare page asks as the page does.
 */
const fonts = /--font:\s*([^;]+);/.exec(readFileSync('src/ui/look/tokens.css', 'utf8'))![1]!.replace(/\s+/g, ' ');

/** A page without anything else than these rules and elements. */
const bare = (rules: string, elements: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>Test Vets</title>
<link rel="icon" href="data:," />
<style>body { font: 400 16px/24px ${fonts}; margin: 16px } button, input { display: block; width: 100%; min-height: 56px; margin: 16px 0 } ${rules}</style>
<p>Test Vets</p>
${elements}
</html>
`;

/** The first words of the clinic's page in their type: what a browser needs for them at least. */
const page = bare(
  `p { font: 600 17px/24px ${fonts} } h1 { font: 700 37px/41px ${fonts} } button { font: 600 19px/26px ${fonts} }`,
  `<h1>Have you visited Test Vets before?</h1>
<button>New client</button>
<button>Returning client</button>
<script>navigator.serviceWorker.register('/sw.js')</script>`,
);

/** Something to tap and to type into. */
const taps = bare(
  '',
  `<button onclick="document.querySelector('p').textContent += ' again'">More</button>
<label>Name <input /></label>
<button onclick="document.querySelector('dialog').showModal()">Open</button>
<dialog><p>Test Vets</p><button onclick="this.closest('dialog').close()">Close</button></dialog>`,
);

/** A worker that does nothing but answer with that page from its cache. */
const worker = `
addEventListener('install', (event) => event.waitUntil(caches.open('floor').then((cache) => cache.add('/')).then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(caches.match('/')));
`;

/**
 * Serves the floor of the page's times on a free loopback port: the bare page, and the bare worker with which it opens
 * without a network.
 */
export async function floorServer(): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/sw.js';
    response.writeHead(200, { 'Content-Type': isWorker ? 'text/javascript' : 'text/html; charset=utf-8' });
    response.end(isWorker ? worker : request.url === '/taps' ? taps : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
