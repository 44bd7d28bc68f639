// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contactsOnly } from '../../../../../src/features/booking/client/requestBodies';
import { Success } from '../../../../../src/features/booking/steps/Success';
import { reply, tinyServer } from '../../../../support/tinyServer';
import { renderStep } from './stepSupport';

let server: Awaited<ReturnType<typeof tinyServer>>;
beforeEach(async () => {
  server = await tinyServer((_, response) =>
    reply(response, 404, { success: false, code: 'not_found', message: 'Not found' }),
  );
});
afterEach(async () => {
  cleanup();
  await server.close();
});

it.each([
  ['Mary Ann Stone', 'Thank you, Mary Ann!'],
  ['Riley Park', 'Thank you, Riley!'],
  ['Juan Carlos de la Cruz', 'Thank you, Juan Carlos de la!'],
  ['', 'Thank you!'],
])('the first name is all before the last space (INFO-17): %s', async (firstName, thanks) => {
  const customer = { ...contactsOnly({ phoneNumber: '5125550142', email: '' }, { phoneCode: '1' }), firstName };
  await renderStep(<Success />, { base: server.base, position: { step: 'success' }, draft: { customer } });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain(thanks);
});

it.each([true, false])('says whether the pet is left with the clinic: %s', async (isDropoff) => {
  await renderStep(<Success />, { base: server.base, position: { step: 'success' }, draft: { isDropoff } });
  await screen.findByRole('heading', { level: 1 });
  const said = screen.queryAllByText('Drop your pet off for this appointment and pick them up afterward.');
  expect(said).toHaveLength(isDropoff ? 1 : 0);
});
