import type { Page } from '@playwright/test';
import { clinicWithRequests, opened, pageAt, signInToDesk, type DeskWalk } from './deskPeople';

/** The bar at the list's foot that says what became of an answer after its item was left. */
const missed = (page: Page) => page.getByRole('button', { name: 'Open', exact: true });

/** Two people answer at once, an answer fails, somebody leaves with something half written, a session ends. */
export async function goingWrong({ page, server, addClinic, seen }: DeskWalk): Promise<void> {
  page.setDefaultTimeout(20_000);
  const clinic = await addClinic(clinicWithRequests());
  await signInToDesk(page, server, clinic, 'Marcus');
  const ana = await pageAt(page, server);
  await signInToDesk(ana, server, clinic, 'Ana');
  await ana.getByRole('button', { name: 'Accept' }).waitFor();
  await ana.keyboard.press('d');
  await ana.getByLabel(/In your own words/).fill('We are full until Thursday.');
  await page.getByRole('button', { name: 'Answer it myself' }).click();
  await page.keyboard.press('a');
  await ana
    .getByText(/accepted this at/)
    .first()
    .waitFor();
  await seen(ana, 'somebody was first');

  await ana.getByRole('button', { name: 'Sign out' }).click();
  await ana.getByRole('dialog', { name: 'Not sent yet' }).waitFor();
  await seen(ana, 'signing out with something half written');
  await ana.getByRole('button', { name: 'Stay' }).click();

  await page.route('**/answers', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('option', { name: /^Moose/ }).click();
  await opened(page, 'Moose').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await missed(page)
    .or(page.getByText(/^Not sent: /))
    .first()
    .waitFor();
  if (await missed(page).isVisible()) {
    await seen(page, 'answer that failed, elsewhere');
    await missed(page).click();
  }
  await page
    .getByText(/^Not sent: /)
    .first()
    .waitFor();
  await seen(page, 'answer that failed');
  await page.unroute('**/answers');

  // Nothing replies.
  await page.route('**/answers', () => {});
  await page.getByRole('button', { name: 'Accept' }).click();
  await page
    .getByText(/being sent, no reply yet/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await seen(page, 'answer without a reply yet');
  await page.unroute('**/answers');

  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Staff' }).first().click();
  await page.getByText(/^This part did not load/).waitFor();
  await seen(page, 'part that did not load');
  await page.unroute('**/assets/*.js');

  const other = await ana.context().newPage();
  await other.goto('/api/health');
  await other.evaluate(() => localStorage.removeItem('desk-session'));
  await ana.getByText(/^Your session was ended\. One half-written answer/).waitFor();
  await seen(ana, 'session ended');
  await ana.context().close();
}
