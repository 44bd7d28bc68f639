import { expect, it } from 'vitest';
import { refund } from '../../../../server/modules/desk/kinds/refund';
import { client } from '../../../support/clinicFile';
import { manyClinics } from '../../booking/support';
import { desk, messagesTo } from './support';

const open = manyClinics();

async function failed() {
  const server = await open({ clients: [client({ id: 'client-kim', email: 'kim@example.com' })] });
  const now = server.clock.now();
  await server.db
    .insertInto('payment_requests')
    .values({
      clinic_id: server.clinicId,
      id: 'paid',
      client_id: 'client-kim',
      appointment_id: null,
      product_id: 'exam',
      amount_cents: 4000,
      status: 'refunding',
      card_last4: '4242',
      created_at: now,
    })
    .execute();
  const change = async (set: object) => {
    await server.db.updateTable('refunds').set(set).where('clinic_id', '=', server.clinicId).execute();
  };
  await server.db
    .insertInto('refunds')
    .values({
      clinic_id: server.clinicId,
      payment_id: 'paid',
      reason: 'declined',
      next_attempt_at: new Date(now.getTime() + 3_600_000),
      created_at: now,
      failed_at: now,
      failure: 'The account is closed.',
    })
    .execute();
  const row = () =>
    server.db.selectFrom('refunds').selectAll().where('clinic_id', '=', server.clinicId).executeTakeFirstOrThrow();
  const status = async () =>
    (
      await server.db
        .selectFrom('payment_requests')
        .select('status')
        .where('clinic_id', '=', server.clinicId)
        .executeTakeFirstOrThrow()
    ).status;
  return { server, at: desk(server, refund), row, status, change };
}

it('lists a refund that has not gone through, and is tried again once the answer leaves', async () => {
  const { server, at, row } = await failed();
  expect(await at.list()).toMatchObject([
    { thingId: 'paid', owner: 'Casey Brown', says: 'Refund failed', what: '$40.00 to the card ending in 4242' },
  ]);
  expect(await at.read('paid')).toMatchObject({ ask: { line: 'The account is closed.' }, client_id: 'client-kim' });
  expect((await at.preview('paid', { name: 'retry' })).does).toHaveLength(1);
  const before = (await row()).next_attempt_at;
  const given = await at.record('paid', { name: 'retry' });
  expect((await row()).next_attempt_at).toEqual(before);
  expect(await given.leave()).toEqual({ voided: null });
  expect((await row()).next_attempt_at).toEqual(server.clock.now());
  expect(await messagesTo(server, 'kim@example.com')).toEqual([]);
});

it('can be paid by hand, and then nobody asks the card provider again', async () => {
  const { at, row, status } = await failed();
  await (await at.record('paid', { name: 'let_be' })).takeBack();
  expect([await status(), (await row()).done_at]).toEqual(['refunding', null]);
  expect(await at.give('paid', { name: 'let_be' })).toBeNull();
  expect(await row()).toMatchObject({ next_attempt_at: null, failed_at: null });
  expect([await status(), await at.list()]).toEqual(['refunded', []]);
});

it('leaves a refund alone that went through, or is at the bank, meanwhile', async () => {
  const { server, at, row, change } = await failed();
  const [retry, byHand] = [await at.record('paid', { name: 'retry' }), await at.record('paid', { name: 'let_be' })];
  await change({ ref: 're_1' });
  expect(await byHand.leave()).toEqual({ voided: 'The bank took it meanwhile.' });
  await expect(at.record('paid', { name: 'let_be' })).rejects.toMatchObject({ code: 'not_allowed' });
  await change({ done_at: server.clock.now(), next_attempt_at: null });
  expect((await retry.leave()).voided).toContain('gone through');
  expect((await row()).next_attempt_at).toBeNull();
  for (const name of ['retry', 'let_be'] as const) {
    await expect(at.record('paid', { name })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(at.preview('paid', { name })).rejects.toMatchObject({ code: 'not_allowed' });
  }
});
