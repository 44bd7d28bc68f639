import type { Entry } from '../src/offline/outbox/entry';
import { takeAnnouncements } from '../src/offline/database/outboxStore';
import { sentText } from '../src/offline/outbox/texts';
import { loadClinic } from '../src/offline/database/clinicRecords';

declare const self: ServiceWorkerGlobalScope;

/**
 * Notifies of sent requests while no page is seen, if the owner allowed it (D-305). Otherwise the next page shown
 * announces them, except the `untold` ones. A locked screen may show this, so it names only the clinic, no pet or
 * medication.
 */
export async function announceUnseen(untold: readonly Entry[]): Promise<void> {
  if (Notification.permission !== 'granted') return;
  const pages = await self.clients.matchAll({ type: 'window' });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  for (const { id, kind, clinicId } of [...untold, ...(await takeAnnouncements(() => true))]) {
    const clinic = await loadClinic(clinicId);
    await self.registration.showNotification(clinic?.shop.name ?? 'Your clinic', {
      body: sentText[kind],
      tag: id,
      data: { clinicId },
    });
  }
}

/** The clinic of a notification, and the path below the clinic's of what it is about, if that is not the pets page. */
type About = { clinicId: string; opens?: string };

/**
 * Opens what a notification is about: in the tab that shows it already, or in any of the clinic where it is about
 * nothing by itself.
 */
export async function openNotified(notification: Notification): Promise<void> {
  notification.close();
  const { clinicId, opens } = (notification.data ?? {}) as Partial<About>;
  const path = clinicId ? `/${clinicId}/${opens ?? 'pets'}` : '/';
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => {
    const { pathname } = new URL(url);
    return opens === undefined ? pathname.split('/')[1] === clinicId : pathname === path;
  });
  await (page ? page.focus() : self.clients.openWindow(path));
}
