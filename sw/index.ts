import { answerFor } from './answers';
import { manifest, picture } from './pictures';
import { makeShell } from './shell';
import { asksForUpdate } from './update';

declare const self: ServiceWorkerGlobalScope;

const shell = makeShell(self.__WB_MANIFEST);

self.addEventListener('install', (event) => void shell.install(event));

/** Claims the pages of a first visit, so that the shell's files serve their next steps; an update reaches them by its own reload. */
self.addEventListener('activate', (event) => event.waitUntil(shell.removeOlder().then(() => self.clients.claim())));

self.addEventListener('message', (event) => {
  if (asksForUpdate(event.data)) event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (answerFor(request, self.location.origin, shell.isFile)) {
    case 'page':
      return event.respondWith(shell.page());
    case 'file':
      return event.respondWith(shell.file(request));
    case 'picture':
      return event.respondWith(picture(request, (work) => event.waitUntil(work)));
    case 'manifest':
      return event.respondWith(manifest(request));
    case null:
      return;
  }
});
