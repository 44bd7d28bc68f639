import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The first words of the clinic's page on a page without anything else: what a browser needs for them at least. */
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>Test Vets</title>
<link rel="icon" href="data:," />
<style>body { font: 16px/1.5 system-ui, sans-serif; margin: 16px } button { display: block; width: 100%; min-height: 56px; margin: 16px 0 }</style>
<p>Test Vets</p>
<h1>Have you visited Test Vets before?</h1>
<button>New client</button>
<button>Returning client</button>
<script>navigator.serviceWorker.register('/sw.js')</script>
</html>
`;

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
    response.end(isWorker ? worker : page);
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
