// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { LocationChoice } from '../../../../../src/features/booking/steps/LocationChoice';
import { ok, reply, tinyServer } from '../../../../support/tinyServer';
import { renderStep } from './stepSupport';

const servers: Awaited<ReturnType<typeof tinyServer>>[] = [];
afterEach(async () => {
  cleanup();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function open(answers: (unknown[] | 'broken')[]) {
  const server = await tinyServer((request, response) => {
    const answer = request.url.endsWith('/office_locations')
      ? answers.length > 1
        ? answers.shift()
        : answers[0]
      : 'broken';
    return answer === 'broken'
      ? reply(response, 500, { success: false, code: 'internal', message: 'no' })
      : ok(response, answer);
  });
  servers.push(server);
  const shop = {
    location: [{ id: 'north' }, { id: 'south', product_ids: [] }],
    feature_settings: { multi_location_v1_enabled: true },
  };
  return renderStep(<LocationChoice />, { base: server.base, position: { step: 'location' }, shop });
}
const both = [
  { id: 'north', name: 'North' },
  { id: 'south', name: 'South' },
];

it('asks at which location, and goes on to the appointment (LOC-01, FLOW-04)', async () => {
  const { store } = await open([both]);
  expect(
    screen.getByRole('heading', { name: "At which location do you want to schedule your pet's appointment?" }),
  ).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'North' }));
  expect(store.getState().booking).toMatchObject({
    position: { step: 'appointment' },
    draft: { location: both[0], selectedProducts: [] },
  });
});

it('goes to no availability where the location has no type (FLOW-05)', async () => {
  const { store } = await open([both]);
  await userEvent.click(await screen.findByRole('button', { name: 'South' }));
  expect(store.getState().booking.position).toEqual({ step: 'no-availability' });
});

it('says that there are none, with the clinic’s phone (LOC-04)', async () => {
  await open([[]]);
  expect(
    await screen.findByText('No locations found. Please contact Oakwood Animal Hospital to book an appointment.'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: '512-555-0100' })).toBeTruthy();
});

it('says that a failed list failed, and asks again', async () => {
  await open(['broken', both]);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'South' })).toBeTruthy());
});
