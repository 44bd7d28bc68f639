import { setTimeout as pause } from 'node:timers/promises';
import { Desk } from '../../e2e/support/desk';
import { autopush } from './autopush';
import { firefox } from './firefox';
import { email, play, savedLists, signIn, type Stage } from './journeys';

const patienceMs = 30_000;

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await pause(100)) if (await isSo()) return;
  throw new Error(`No ${what}.`);
}

/**
 * The whole way of a push message in Firefox: its own subscription, its own push service's protocol, its own
 * decryption, the worker's notification; and nothing after signing out. WebKit's and Chromium's speak only with the
 * services of their makers.
 */
export const pushName =
  'push: the browser gets the clinic’s answer from its push service, and nothing after signing out';

/** Plays it; throws where a step does not come true. */
export async function playPush(): Promise<void> {
  const service = await autopush();
  const walk = async ({ server, open }: Stage) => {
    const owner = await open();
    await signIn(owner, server);
    await owner.hasSaved(savedLists);
    await owner.taps('Maple');
    await owner.taps('Medications');
    await owner.taps('Request a refill');
    await owner.taps('Apoquel 16 mg');
    await owner.taps('Send');
    await owner.sees('Refill request sent!');
    await owner.taps('Notify me on this device');
    await until(() => service.endpoints() === 1, 'subscription');
    await owner.seesNoMore('Notify me on this device');

    const desk = await Desk.open(server, 'quiet', 'admin');
    const before = (await server.messages(email)).length;
    await owner.goto('/quiet/account');
    await desk.answer('refill', { name: 'approve' });
    // The lock screen names the clinic, and neither pet nor medication.
    await owner.isNotified('Quiet Vets: Your refill is approved.');
    if (service.state.passedOn !== 1) throw new Error(`${service.state.passedOn} messages were passed on.`);
    await until(async () => (await server.clinic('messages')).includes('Every message is delivered'), 'receipt');
    if ((await server.messages(email)).length !== before) throw new Error('The owner was told twice.');

    await owner.taps('Sign out');
    await until(() => service.endpoints() === 0, 'end of the subscription');
    await desk.answer('refill', { name: 'ready' });
    await until(async () => (await server.messages(email)).length > before, 'e-mail in its place');
    if (service.state.passedOn + service.state.refused !== 1)
      throw new Error('Something was pushed after signing out.');
  };
  try {
    await play(firefox(service.port), walk, { PUSH_LOOPBACK: 'true' });
  } finally {
    await service.close();
  }
}
