import { afterEach, expect, test } from 'vitest';
import { once } from '../../../src/api/once';
import { bookingApi } from '../../../src/features/booking/api';
import { ok, tinyServer } from '../../support/tinyServer';
import { pageStore } from '../features/pageStore';

const servers: Awaited<ReturnType<typeof tinyServer>>[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

test('what is asked again in the moment in which an earlier answer came, and is removed, is answered as well', async () => {
  const answer = { data: [], searched_to: '2099-01-01' };
  const server = await tinyServer((_, response) => void setTimeout(() => ok(response, answer), 50));
  servers.push(server);
  const store = pageStore(server.base);
  const body = { productIds: ['exam'], providerIds: ['ada'], date: '2026-12-01', days_to_check: 5, max_attempts: 5 };
  const ask = () => store.dispatch(bookingApi.endpoints.openTimes.initiate({ body }, { forceRefetch: true }));
  for (let round = 0; round < 5; round++) expect((await once(ask())).data).toEqual(answer);
});
