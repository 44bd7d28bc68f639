import { expect, it } from 'vitest';
import { textUs as kind } from '../../../../server/modules/desk/kinds/textUs';
import { listTextRequests, textUs } from '../../../../src/contract/messages';
import { DAY } from '../../../../src/limits';
import { manyClinics } from '../../booking/support';
import { desk, messagesTo } from './support';

const open = manyClinics();

async function asked(phone = '5125550111') {
  const server = await open({ shop: { feature_settings: { answer_within_hours: 8 } } }, '2026-11-23T16:00:00Z');
  const { token } = await server.signInGuest();
  const { id } = await server.api(textUs, { body: { phone_number: phone } }, { token });
  return {
    server,
    id,
    at: desk(server, kind),
    state: async () => (await server.api(listTextRequests, {}, { token }))[0]!.state,
  };
}

it('lists a number with whose it may be, due after two open hours (D-427), for 30 days', async () => {
  const { server, id, at } = await asked();
  expect(await at.list()).toMatchObject([
    { thingId: id, place: 'waits', says: 'Text us', what: 'perhaps Jo Miller', due_at: '2026-11-23T18:00:00.000Z' },
  ]);
  expect(await at.read(id)).toMatchObject({
    client_id: 'client-jo',
    phone: { value: '512-555-0111', is_confirmed: false },
    actions: [{ name: 'answered', is_primary: true }],
  });
  server.clock.advance(30 * DAY);
  expect(await at.list()).toEqual([]);
  expect((await (await asked('5125550142')).at.list())[0]).toMatchObject({ what: '' });
});

it('is one line for a number that asks again, which one answer answers, but not what is asked after it', async () => {
  const { server, id, at, state } = await asked('5125550142');
  const again = async () => {
    server.clock.advance(60_000);
    const { token } = await server.signInGuest();
    await server.api(textUs, { body: { phone_number: '5125550142' } }, { token });
    return async () => (await server.api(listTextRequests, {}, { token }))[0]!.state;
  };
  const second = await again();
  expect(await at.list()).toMatchObject([
    { thingId: id, what: 'asked 2 times', asked_at: '2026-11-23T16:00:00.000Z', due_at: '2026-11-23T18:00:00.000Z' },
  ]);
  expect(await at.read(id)).toMatchObject({
    ask: { line: 'No record has this number. It asked 2 times.' },
    happened: [{ at: '2026-11-23T16:00:00.000Z' }, { at: '2026-11-23T16:01:00.000Z', what: 'Asked to be texted' }],
  });
  const answer = await at.record(id, { name: 'answered' });
  const third = await again();
  expect(await answer.leave()).toEqual({ voided: null });
  expect([await state(), await second(), await third()]).toEqual(['answered', 'answered', 'open']);
  expect(await at.list()).toMatchObject([{ what: '', asked_at: '2026-11-23T16:02:00.000Z' }]);
});

it('is answered once, and the visitor reads it when the answer has left', async () => {
  const { server, id, at, state } = await asked();
  expect(await at.preview(id, { name: 'answered' })).toMatchObject({ words: null, ways: '', button: 'Mark answered' });
  await (await at.record(id, { name: 'answered' })).takeBack();
  const [one, two] = [await at.record(id, { name: 'answered' }), await at.record(id, { name: 'answered' })];
  expect(await state()).toBe('open');
  expect(await one.leave()).toEqual({ voided: null });
  expect(await state()).toBe('answered');
  expect(await two.leave()).toEqual({ voided: 'This is answered already.' });
  await expect(at.record(id, { name: 'answered' })).rejects.toMatchObject({ code: 'not_allowed' });
  expect([await at.list(), await messagesTo(server, '+15125550111')]).toEqual([[], []]);
  expect(await at.read(id)).toMatchObject({ listed: { place: 'answered' }, actions: [] });
});
