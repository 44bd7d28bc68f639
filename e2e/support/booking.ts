import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { savedRows } from './savedRows';
import type { PortalServer } from './server';

/** The details that an owner enters about themself and the pet. */
export type Owner = { name: string; phone: string; email: string; pet: string; note: string };

let numbered = 20;

/** Each area code has a hundred numbers reserved for examples, 555-0100 to 555-0199. */
const areas = ['512', '737', '210', '713', '832', '214', '972', '469'];

/** Makes an owner with contacts that no other owner on this server has, from the ranges reserved for examples. */
export function someOwner(given: Partial<Owner> = {}): Owner {
  const n = ++numbered;
  const area = areas[Math.floor(n / 100)];
  if (area === undefined) throw new Error('No number for examples is left.');
  return {
    name: 'Alex Stone',
    phone: `${area}55501${String(n % 100).padStart(2, '0')}`,
    email: `alex.${n}@example.com`,
    pet: 'Pepper',
    note: 'Limping on the left front paw',
    ...given,
  };
}

/** The booking's screens, by the texts that an owner reads on them. */
export class Booking {
  constructor(
    readonly page: Page,
    readonly clinicName = 'Test Vets',
  ) {}

  get clientType(): Locator {
    return this.page.getByRole('heading', { name: `Have you visited ${this.clinicName} before?` });
  }
  get species(): Locator {
    return this.page.getByLabel('Species');
  }
  get type(): Locator {
    return this.page.getByLabel('Appointment type');
  }
  get dates(): Locator {
    return this.page.getByRole('radiogroup', { name: 'Date' }).getByRole('radio');
  }
  /** The second day. The first may be today, with few times left that pass during the test. */
  get wholeDay(): Locator {
    return this.dates.nth(1);
  }
  get times(): Locator {
    return this.page.getByRole('group', { name: /^Times on / }).getByRole('button');
  }
  get timer(): Locator {
    return this.page.getByRole('timer');
  }
  get fullName(): Locator {
    return this.page.getByLabel('Full name');
  }
  get phone(): Locator {
    return this.page.getByLabel('Mobile phone');
  }
  get email(): Locator {
    return this.page.getByLabel(/^Email\s*(Optional)?$/);
  }
  get petName(): Locator {
    return this.page.getByLabel('Pet name');
  }
  get note(): Locator {
    return this.page.getByLabel('Reason for the visit');
  }
  get submit(): Locator {
    return this.page.getByRole('button', { name: 'CONTINUE BOOKING' });
  }
  get code(): Locator {
    return this.page.getByLabel(/6-digit code/i);
  }
  get back(): Locator {
    return this.page.getByRole('button', { name: 'Back', exact: true });
  }
  get offlineBanner(): Locator {
    return this.page.getByText("You're offline.", { exact: false }).first();
  }

  async open(clinicId: string): Promise<void> {
    await this.page.goto(`/${clinicId}`);
    await expect(this.clientType).toBeVisible();
  }

  async begin(kind: 'New client' | 'Returning client'): Promise<void> {
    await this.page.getByRole('button', { name: kind }).click();
  }

  /** Signs in an owner whom the clinic knows by phone; the picker follows. */
  async asReturning(
    clinicId: string,
    { phone }: Pick<Owner, 'phone'>,
    code: (to: string) => Promise<string>,
  ): Promise<void> {
    await this.open(clinicId);
    await this.begin('Returning client');
    await this.phone.fill(phone);
    await this.page.getByRole('button', { name: 'Send verification code' }).click();
    await this.code.fill(await code(`+1${phone}`));
    await expect(this.species).toBeVisible();
  }

  /** Chooses species and type; the dates are shown after both. */
  async chooseVisit(species = 'Dog', type = 'exam'): Promise<void> {
    await this.species.selectOption({ label: species });
    await this.type.selectOption(type);
    await expect(this.dates.first()).toBeVisible();
  }

  /** Chooses a whole day and its nth time; the form follows. Returns the time's text. */
  async chooseTime(nth = 0): Promise<string> {
    await this.wholeDay.click();
    const time = this.times.nth(nth);
    const text = await time.innerText();
    await time.click();
    await expect(this.fullName).toBeVisible();
    return text;
  }

  async fillForm(owner: Owner): Promise<void> {
    await this.fullName.fill(owner.name);
    await this.phone.fill(owner.phone);
    await this.email.fill(owner.email);
    await this.petName.fill(owner.pet);
    await this.note.fill(owner.note);
  }

  /** Goes from a new client's first tap to the times of a whole day. */
  async toTimes(clinicId: string): Promise<void> {
    await this.open(clinicId);
    await this.begin('New client');
    await this.chooseVisit();
    await this.wholeDay.click();
    await expect(this.times.first()).toBeVisible();
  }

  /** Goes from a new client's first tap to the filled form, for the nth time of a whole day. */
  async toFilledForm(clinicId: string, owner: Owner, nth = 0): Promise<void> {
    await this.open(clinicId);
    await this.begin('New client');
    await this.chooseVisit();
    await this.chooseTime(nth);
    await this.fillForm(owner);
  }

  async expectScheduled(firstName: string): Promise<void> {
    await expect(this.page.getByText(`Thank you, ${firstName}!`)).toBeVisible();
    await expect(this.page.getByText('Your appointment is scheduled')).toBeVisible();
  }
}

/** Books the nth time of the whole day as somebody else, in another browser. */
export async function bookedByAnother(
  browser: Browser,
  server: PortalServer,
  clinicId: string,
  nth = 0,
): Promise<void> {
  const context = await browser.newContext({ baseURL: server.origin });
  const [booking, owner] = [new Booking(await context.newPage()), someOwner()];
  await booking.toFilledForm(clinicId, owner, nth);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  await context.close();
}

/** Returns the clinic's draft on the device, as text. */
export const savedDraft = (page: Page): Promise<string> => savedRows(page, 'portal', 'drafts');
