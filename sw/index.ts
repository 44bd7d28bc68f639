/// <reference types="vite/types/importMeta.d.ts" />
import { keepLook } from '../src/offline/database/keepNotes';
import { answerFor } from './answers';
import { clinicToKeep, keepClinic } from './clinic';
import { dresser } from './dress';
import { lookToKeep } from './look';
import { manifest, picture } from './pictures';
import { openNotified } from './notifications';
import { onPush, onSubscriptionChange, type SubscriptionChange } from './push';
import { ownersPage } from './savedPage';
import { makeShell, type Listed } from './shell';
import { asksToSend, onSync, sendRequests, wakeLater, type SyncEvent } from './sync';
import { asksForUpdate, tellsOfOwner } from './update';

/** The build inserts the list of its files here. */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Listed[] };

const api = import.meta.env['VITE_API_BASE'] || '/api';
const shell = makeShell(self.__WB_MANIFEST);

self.addEventListener('install', (event) => event.waitUntil(shell.install()));

/**
 * Claims the pages of a first visit, so that the shell's files serve their next steps; an update reaches them by its
 * own reload.
 */
self.addEventListener('activate', (event) => event.waitUntil(shell.removeOlder().then(() => self.clients.claim())));

self.addEventListener('message', (event) => {
  if (asksForUpdate(event.data)) event.waitUntil(self.skipWaiting());
  if (tellsOfOwner(event.data)) event.waitUntil(shell.keepOwnersParts().catch(() => undefined));
  const clinic = clinicToKeep(event.data);
  if (clinic) event.waitUntil(keepClinic(clinic).then((isKept) => event.ports[0]?.postMessage(isKept)));
  const look = lookToKeep(event.data);
  if (look) event.waitUntil(keepLook(look));
  if (asksToSend(event.data)) event.waitUntil(sendRequests(api).catch(wakeLater));
});

self.addEventListener('sync', (event) => (event as SyncEvent).waitUntil(onSync(event as SyncEvent, api)));

self.addEventListener('push', (event) => event.waitUntil(onPush(event.data, api)));

self.addEventListener('pushsubscriptionchange', (event) =>
  (event as SubscriptionChange).waitUntil(onSubscriptionChange(event as SubscriptionChange, api)),
);

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotified(event.notification)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (answerFor(request, self.location.origin, shell.isFile)) {
    case 'page':
      return event.respondWith(
        ownersPage(request, shell).then((page) => page ?? shell.page(request, dresser(request.url))),
      );
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
