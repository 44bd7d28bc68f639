import { client } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, test } from './support/fixtures';
import { PortalServer } from './support/server';

test('a new client books, from the first tap to the scheduled appointment', async ({ page, server, addClinic }) => {
  const clinic = await addClinic();
  const owner = someOwner();
  const booking = new Booking(page);

  await booking.toFilledForm(clinic, owner);
  await expect(booking.timer).toBeVisible();
  await booking.submit.click();
  await expect(page.getByRole('heading', { name: 'Check your phone!' })).toBeVisible();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');

  const listed = await server.clinic('appointments', clinic);
  expect(listed).toContain('Pepper');
});

test('a returning client is found with a code and books for a pet the clinic knows', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner({ name: 'Sam Rivera' });
  const pet = { id: 'patient-maple', name: 'Maple', species_id: 'dog' };
  const clinic = await addClinic({
    clients: [
      client({
        id: 'client-sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        email: owner.email,
        phone: `+1${owner.phone}`,
        patients: [pet],
      }),
    ],
  });
  const booking = new Booking(page);

  await booking.open(clinic);
  await booking.begin('Returning client');
  await expect(page.getByText("Let's find your account using your mobile phone or email")).toBeVisible();
  const send = page.getByRole('button', { name: 'Send verification code' });
  await expect(send).toBeDisabled();
  await booking.email.fill(owner.email);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Check your email!' })).toBeVisible();
  await booking.code.fill(await server.code(owner.email));

  await booking.chooseVisit();
  await booking.chooseTime();
  await expect(booking.fullName).toHaveValue('Sam Rivera');
  await booking.petName.selectOption({ label: 'Maple' });
  await booking.note.fill('Yearly visit');
  await booking.submit.click();
  await booking.expectScheduled('Sam');
  expect(await server.clinic('appointments', clinic)).toContain('Maple');
});

test('a wrong code is refused with what to do, and the right one still counts', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm(await addClinic(), owner);
  await booking.submit.click();
  const right = await server.code(`+1${owner.phone}`);
  await booking.code.fill(right === '000000' ? '000001' : '000000');
  await expect(page.getByText("Oops, that didn't work. Please enter the code that was sent to you.")).toBeVisible();
  await booking.code.fill(right);
  await booking.expectScheduled('Alex');
});

test('bookings outlive a server that is killed', async ({ browser, complaints }) => {
  const server = await PortalServer.start([{ shop: { id: 'lasting' } }]);
  try {
    for (const owner of [someOwner({ pet: 'Pepper' }), someOwner({ pet: 'Juniper' })]) {
      const context = await browser.newContext({ baseURL: server.origin });
      complaints.listen(context);
      const booking = new Booking(await context.newPage());
      await booking.toFilledForm('lasting', owner);
      await booking.submit.click();
      await booking.code.fill(await server.code(`+1${owner.phone}`));
      await booking.expectScheduled('Alex');
      await context.close();
    }
    await server.kill();
    await server.restart();
    const listed = await server.clinic('appointments', 'lasting');
    expect(listed).toContain('Pepper');
    expect(listed).toContain('Juniper');
  } finally {
    await server.remove();
  }
});

test('a booking needs no mouse and no touch', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const booking = new Booking(page);
  const { keyboard } = page;
  /** Tab until the focus is on it: what cannot be reached never is. */
  const tabTo = async (target: ReturnType<Booking['page']['getByRole']>) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Not reached with Tab: ${String(target)}`);
  };

  await booking.open(await addClinic());
  await tabTo(page.getByRole('button', { name: 'New client' }));
  await keyboard.press('Enter');

  await expect(booking.species).toBeVisible();
  await tabTo(booking.species);
  await keyboard.type('Dog');
  await expect(booking.type).toBeEnabled();
  await tabTo(booking.type);
  await keyboard.type('Exam');
  await expect(booking.dates.first()).toBeVisible();
  await tabTo(booking.dates.first());
  await keyboard.press('Space');
  await keyboard.press('ArrowRight');
  await expect(booking.wholeDay).toBeChecked();
  await expect(booking.times.first()).toBeVisible();
  await tabTo(booking.times.first());
  await keyboard.press('Enter');

  await expect(booking.fullName).toBeVisible();
  for (const [field, text] of [
    [booking.fullName, owner.name],
    [booking.phone, owner.phone],
    [booking.email, owner.email],
    [booking.petName, owner.pet],
    [booking.note, owner.note],
  ] as const) {
    await tabTo(field);
    await keyboard.type(text);
  }
  await tabTo(booking.submit);
  await keyboard.press('Enter');
  await expect(booking.code).toBeFocused();
  await keyboard.type(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
});
