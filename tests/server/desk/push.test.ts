import { beforeAll, afterAll, expect, test } from 'vitest';
import type { AnswerBody } from '../../../src/contract/desk/inbox';
import { requestRefill } from '../../../src/contract/pets';
import { addPush } from '../../../src/contract/push';
import { joinWaitlist } from '../../../src/contract/waitlist';
import { SECOND } from '../../../src/limits';
import { knownClient, patient, product } from '../../support/clinicFile';
import { pushService } from '../../support/pushService';
import type { TestServer } from '../../support/server';
import { bookAs, chicago, jo, manyClinics, wednesday, type Owner } from '../booking/support';
import { asksFirst, atDesk, leaveNow } from './support';

const open = manyClinics({ env: { PUSH_LOOPBACK: 'true' } });
let service: Awaited<ReturnType<typeof pushService>>;
beforeAll(async () => void (service = await pushService()));
afterAll(() => service.close());

type Answer = Omit<AnswerBody, 'version'>;
type Asked = (server: TestServer, who: Owner) => Promise<string>;

const ten = chicago(wednesday, '10:00');
const rex = patient({ id: 'patient-rex', name: 'Rex', medications: [{ id: 'm1', description: 'Carprofen 75 mg' }] });

const request: Asked = async (server, who) => `request-${(await bookAs(server, who, chicago(wednesday, '16:00'))).id}`;
const refill: Asked = async (server, { token }) => {
  const asked = { patient_id: 'patient-rex', medication_id: 'm1' };
  return `refill-${(await server.api(requestRefill, { body: asked }, { token })).id}`;
};
const waitlist: Asked = async (server, who) => {
  const booked = await bookAs(server, who, chicago(wednesday, '16:00'));
  const wish = { client_id: who.clientId, appointment_id: booked.id };
  return `waitlist-${(await server.api(joinWaitlist, { body: wish }, { token: who.token })).id}`;
};

/** What is answered one after the other, what the owner's locked phone shows of it, and what would follow as a text. */
const answers: Record<string, [Asked, Answer[], string[], RegExp[]?]> = {
  'a request, accepted': [request, [{ name: 'accept' }], ['Your appointment is booked.']],
  'a request, declined': [request, [{ name: 'decline', reason: 'no_time' }], ['There is news about your appointment.']],
  'a request, other times offered': [
    request,
    [{ name: 'offer', times: [{ at: ten, provider_id: 'ada' }] }],
    ['The clinic offers you another time.'],
  ],
  'a refill, to its end': [
    refill,
    [{ name: 'approve' }, { name: 'ready' }, { name: 'done' }],
    ['Your refill is approved.', 'Your refill is ready for pick-up.'],
    [],
  ],
  'a refill, ready': [
    refill,
    [{ name: 'approve' }, { name: 'ready' }],
    ['Your refill is approved.', 'Your refill is ready for pick-up.'],
    // The newest news alone.
    [/Carprofen 75 mg for Rex is ready for pick-up\./],
  ],
  'a refill, declined': [refill, [{ name: 'decline', reason: 'call_us' }], ['There is news about your refill.']],
  'a wish to come earlier, a time offered, then taken off the list': [
    waitlist,
    [{ name: 'offer_freed' }, { name: 'remove' }],
    // Nobody is asked to pick what is not held any more.
    ['There is news about your appointment.'],
    [/we have taken you off the waitlist/],
  ],
  'a wish to come earlier, a time offered': [waitlist, [{ name: 'offer_freed' }], ['An earlier time has become free.']],
};

test.each(Object.entries(answers))(
  '%s: told to the owner’s device first',
  async (_, [asks, gives, shown, follows = [/./]]) => {
    const server = await open(
      {
        shop: {
          ...asksFirst.shop,
          metadata: { isAutoAccept: asks === waitlist },
          feature_settings: {
            ...asksFirst.shop.feature_settings,
            pet_portal_medication_refills_enabled: true,
            waitlist_ui_v1_enabled: true,
          },
        },
        products: [product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } })],
        // The clinic's own record, whose id differs from that of whatever its owner asks for.
        clients: [{ ...knownClient, patients: [rex] }],
      },
      '2026-11-21T15:00:00Z',
    );
    const who = await jo(server);
    const id = await asks(server, who);
    const device = service.device();
    await server.api(addPush, { body: device.subscription }, { token: who.token });
    await server.db.deleteFrom('messages').where('clinic_id', '=', server.clinicId).execute();

    const ana = await atDesk(server);
    const now = server.clock.now();
    for (const answer of gives) {
      await ana.answer(id, answer);
      server.clock.advance(21 * SECOND);
      await leaveNow(server);
    }

    const told = await server.db
      .selectFrom('messages')
      .select(['channel', 'recipient', 'subject', 'body_text', 'change_id', 'next_attempt_at'])
      .where('clinic_id', '=', server.clinicId)
      .where('kind', 'not in', ['code', 'clinic_notice'])
      .orderBy('position')
      .execute();
    const session = await server.db
      .selectFrom('push_subscriptions')
      .select('session_id')
      .where('clinic_id', '=', server.clinicId)
      .executeTakeFirstOrThrow();
    const pushed = told.filter(({ channel }) => channel === 'push');
    expect(pushed.map(({ body_text, recipient, subject }) => [body_text, recipient, subject])).toEqual(
      shown.map((words) => [words, session.session_id, 'Test Vets']),
    );
    const texts = told.filter(({ channel }) => channel === 'sms').map(({ body_text }) => body_text);
    expect(texts).toEqual(follows.map((words) => expect.stringMatching(words) as string));
    for (const { channel, change_id, next_attempt_at } of told) {
      expect(pushed.map((push) => push.change_id)).toContain(change_id);
      if (channel !== 'push') expect(next_attempt_at.getTime() - now.getTime()).toBeGreaterThan(59 * 60 * SECOND);
    }
  },
);
