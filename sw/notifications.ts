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

/** Opens the clinic's pets page, in an open tab if there is one. */
export async function openNotified(notification: Notification): Promise<void> {
  notification.close();
  const { clinicId } = notification.data as { clinicId: string };
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => new URL(url).pathname.split('/')[1] === clinicId);
  await (page ? page.focus() : self.clients.openWindow(`/${clinicId}/pets`));
}
