import { clinicWithRequests, opened, signInToDesk, turnToAnotherDay } from './support/deskPeople';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { savedRows } from './support/savedRows';

/** An answer leaves after twenty seconds (D-426); a little later it is told. */
const leftBy = { timeout: 40_000 };

test('a request is accepted by one key, taken back by another, and accepted for good', async ({
  page,
  server,
  addClinic,
}) => {
  const before = await heard(server.origin, 'noor@example.com');
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Marcus');
  await expect(page.getByText(/Noor will read:/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('a');
  await expect(opened(page, 'Moose')).toBeFocused();
  await expect(page.getByText(/Pepper: accepted, told in \d+ s/)).toBeVisible();
  await page.keyboard.press('u');
  await expect(opened(page, 'Pepper')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  expect(await heard(server.origin, 'noor@example.com')).toBe(before);
  await page.keyboard.press('a');
  await expect(page.getByText(/Pepper: accepted, told in/)).toBeVisible();
  await expect.poll(() => heard(server.origin, 'noor@example.com'), leftBy).toBeGreaterThan(before);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('a request is declined with a reason that the owner reads, word for word', async ({ page, server, addClinic }) => {
  const before = await heard(server.origin, 'noor@example.com');
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Ana');
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('2');
  await page.getByLabel(/In your own words/).fill('Please go to Capital Emergency.');
  await expect(page.getByText(/Capital Emergency/).nth(1)).toBeVisible();
  await expectAccessible(page);
  // Esc folds it and keeps the words, which stay over a reload.
  await page.keyboard.press('Escape');
  await expect(page.getByText('Not sent').first()).toBeVisible();
  // The device keeps it once it is painted.
  await expect.poll(() => savedRows(page, 'desk', 'halves')).toContain('"isOpen":"no"');
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByLabel(/In your own words/)).toHaveValue('Please go to Capital Emergency.');
  // What Noor will read has come: the answer would else overtake the question for it, which is then refused.
  await expect(page.getByText(/Capital Emergency/).nth(1)).toBeVisible();
  await page.getByLabel(/In your own words/).press('Control+Enter');
  await expect(page.getByText(/Pepper: declined, told in/)).toBeVisible();
  const [message] = await server.messages('noor@example.com', before + 1);
  expect(message?.text).toContain('Please go to Capital Emergency.');
});

test('an answer is taken back after the page was loaded anew, and its words are there again', async ({
  page,
  server,
  addClinic,
}) => {
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Marcus');
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  await page.keyboard.press('d');
  await page.keyboard.press('1');
  await page.getByLabel(/In your own words/).fill('We are full.');
  await expect(page.getByText(/We are full\./).nth(1)).toBeVisible();
  await page.getByLabel(/In your own words/).press('Control+Enter');
  await expect(page.getByText(/Pepper: declined, told in/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('radio', { checked: true })).toBeVisible();
  await expect(page.getByLabel(/In your own words/)).toHaveValue('We are full.');
});

test('three other times are offered by keys alone', async ({ page, server, addClinic }) => {
  const before = await heard(server.origin, 'noor@example.com');
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Luc');
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  await page.keyboard.press('o');
  await turnToAnotherDay(page);
  await page.keyboard.press('1');
  await page.keyboard.press('5');
  await page.keyboard.press('9');
  await expect(page.getByText(/All three are held for Noor until/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send 3 times' }).click();
  await expect(page.getByText(/Pepper: 3 times offered, told in/)).toBeVisible();
  const [message] = await server.messages('noor@example.com', before + 1);
  expect(message).toBeDefined();
  await expect(page.getByText('Waits for owners, 1')).toBeVisible(leftBy);
});

test('of two at once the first wins, and the second is told and keeps the text', async ({
  page,
  browser,
  server,
  addClinic,
}) => {
  const clinic = await addClinic(clinicWithRequests());
  await signInToDesk(page, server, clinic, 'Marcus');
  const other = await browser.newContext({ baseURL: server.origin });
  const ana = await other.newPage();
  await signInToDesk(ana, server, clinic, 'Ana');
  await expect(ana.getByRole('button', { name: 'Accept' })).toBeVisible();
  await ana.keyboard.press('d');
  await expect(ana.getByRole('radio').first()).toBeFocused();
  await expect(page.getByText(/is answering this/).first()).toBeVisible();
  const words = ana.getByLabel(/In your own words/);
  await words.pressSequentially('We are full');
  await page.getByRole('button', { name: 'Answer it myself' }).press('Enter');
  await expect(opened(page, 'Pepper')).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByText(/Pepper: accepted, told in/)).toBeVisible();
  const first = ana.getByText(/accepted this at [^.]*\. What you wrote is kept here\.$/);
  await expect(first.first()).toBeVisible();

  // Who was writing goes on: no letter of it answers anything else, and it cannot be sent.
  await expect(words).toBeFocused();
  const before = ana.url();
  await ana.keyboard.type(': Joan and Otis do a lot.');
  await ana.keyboard.press('Control+Enter');
  await expect(words).toHaveValue('We are full: Joan and Otis do a lot.');
  const decline = ana.getByRole('region', { name: /^Decline/ }).getByRole('button', { name: /^Decline/ });
  await expect(decline).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(ana);

  await ana.keyboard.press('Escape');
  await expect(opened(ana, 'Pepper')).toBeFocused();
  await expect(
    ana.getByText(/accepted this at .* What you wrote is kept here\. .*Joan and Otis/).first(),
  ).toBeVisible();
  expect(ana.url()).toBe(before);
  await expect(ana.getByRole('option', { name: /^Moose/ })).toBeVisible();
  await expect(ana.getByText(/told in/)).toHaveCount(0);
  await other.close();
});

test('without a network actions are locked with the reason, and half answers are kept', async ({
  page,
  context,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(noConnection);
  await signInToDesk(page, server, await addClinic(clinicWithRequests()), 'Marcus');
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  await page.keyboard.press('d');
  await page.keyboard.press('1');
  await page.getByLabel(/In your own words/).fill('Half of it');
  await context.setOffline(true);
  await expect(page.getByText('No connection. This works again when it is back.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decline', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByLabel(/In your own words/)).toHaveValue('Half of it');
  await context.setOffline(false);
  await expect(page.getByText('No connection. This works again when it is back.')).toHaveCount(0);
  await page.getByLabel(/In your own words/).press('Control+Enter');
  await expect(page.getByText(/Pepper: declined, told in/)).toBeVisible();
});

/** How many messages an address has been sent. */
async function heard(origin: string, to: string): Promise<number> {
  const response = await fetch(`${origin}/api/demo/messages?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as unknown[]).length;
}
