import { expect, test } from 'vitest';
import { mergeClients } from '../../../server/modules/clients/merge';
import { client } from '../../support/clinicFile';
import { bookAs, chicago, jo, manyClinics, wednesday } from '../booking/support';

const open = manyClinics();

test('a booking that found its record before that was merged lands on the record that it was merged into', async () => {
  const server = await open({ clients: [client({ id: 'old-record', first_name: 'Jo', last_name: 'Miller' })] });
  const who = await jo(server);
  let booking: ReturnType<typeof bookAs> | undefined;
  await server.db.transaction().execute(async (trx) => {
    await mergeClients(trx as never, server.clinicId, {
      into: 'old-record',
      from: [who.clientId],
      now: server.clock.now(),
    });
    // It reads its record now, and waits for the merge to end.
    booking = bookAs(server, who, chicago(wednesday, '09:00'));
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  const { id } = await booking!;
  const row = await server.db
    .selectFrom('appointments')
    .select('client_id')
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.client_id).toBe('old-record');
});
