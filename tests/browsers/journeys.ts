import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortalServer } from '../../e2e/support/server';
import { client } from '../support/clinicFile';
import type { Browser } from './browser';
import { Owner } from './owner';

export const email = 'sam@example.com';
const record = (description: string) => ({
  id: `id-${description.split(' ')[0]!.toLowerCase()}`,
  description,
  issue_date: '2026-09-01',
});
const expired = (description: string) => ({ ...record(description), expiration_date: '2026-10-01' });

const clinic = {
  shop: {
    id: 'quiet',
    name: 'Quiet Vets',
    feature_settings: { pet_portal_enabled: true, pet_portal_medication_refills_enabled: true },
  },
  clients: [
    client({
      id: 'client-sam',
      first_name: 'Sam',
      last_name: 'Rivera',
      email,
      phone: '+15125550120',
      patients: [
        {
          id: 'maple',
          name: 'Maple',
          species_id: 'dog',
          vaccinations: [expired('Rabies'), record('Lyme')],
          medications: [record('Apoquel 16 mg')],
        },
        {
          id: 'olive',
          name: 'Olive',
          species_id: 'cat',
          vaccinations: [record('FVRCP')],
          medications: [record('Eye drops')],
        },
      ],
    }),
  ],
};
/** The owner's record, the species, both lists of appointments, and two lists of each of two pets. */
export const savedLists = 8;

export type Stage = {
  server: PortalServer;
  /** Opens the browser, again on the same profile. */
  open: () => Promise<Owner>;
  close: () => Promise<void>;
};

export async function signIn(owner: Owner, server: PortalServer): Promise<void> {
  await owner.goto('/quiet?redirect=pets');
  await owner.types('Email', email);
  await owner.taps('Send verification code');
  await owner.types('6-digit code', await server.code(email));
  await owner.sees('Hello, Sam!');
}

/** What is done and seen, the same in every browser; a step that does not come true throws. */
export const journeys: Record<string, (stage: Stage) => Promise<void>> = {
  'records: opened once, they are there in the reopened browser with the server gone': async ({
    server,
    open,
    close,
  }) => {
    const owner = await open();
    await signIn(owner, server);
    await owner.hasSaved(savedLists);
    await server.kill();
    await close();

    const again = await open();
    await again.goto('/quiet/pets');
    await again.sees('Hello, Sam!');
    await again.sees("You're offline.");
    await again.taps('Maple');
    await again.sees('Rabies');
    await again.sees('Expired: ');
    await again.sees('Lyme');
    await again.sees('Saved on ');
    await again.taps('Medications');
    await again.sees('Apoquel 16 mg');
    await again.taps('Olive');
    await again.taps('Vaccinations');
    await again.sees('FVRCP');
    await again.taps('Medications');
    await again.sees('Eye drops');
  },

  'refill: asked for with the server gone, it arrives once after both are back, and says so': async ({
    server,
    open,
    close,
  }) => {
    const owner = await open();
    await signIn(owner, server);
    await owner.hasSaved(savedLists);
    await owner.taps('Maple');
    await owner.taps('Medications');
    await owner.sees('Apoquel 16 mg');
    await server.kill();
    await owner.taps('Request a refill');
    await owner.taps('Apoquel 16 mg');
    await owner.taps('Send');
    await owner.sees("Refill request saved. We'll send it when you're back online.");
    await owner.sees('Waiting to send');
    await close();

    await server.restart();
    const again = await open();
    await again.goto('/quiet/pets');
    await again.sees('Refill request sent!');
    await again.taps('Maple');
    await again.taps('Medications');
    await again.sees('Sent');
    await again.sees('Receipt ');
    const waiting = (await server.clinic('requests', 'quiet')).split('Apoquel 16 mg').length - 1;
    if (waiting !== 1) throw new Error(`The clinic has ${waiting} refills.`);
  },
};

/** Runs a journey with a server, a clinic and a profile of its own. */
export async function play(
  browser: Browser,
  journey: (stage: Stage) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'));
  const server = await PortalServer.start([clinic], settings);
  try {
    await journey({
      server,
      open: async () => new Owner(await browser.open(profile), server.origin),
      close: () => browser.close(),
    });
  } finally {
    await browser.close();
    await server.remove();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
