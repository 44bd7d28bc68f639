// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { announce, unsay } from '../../../../src/ui/behaviour/announce';
import { Dialog } from '../../../../src/ui/layout/Dialog';
import { installDialog } from '../../../support/dialog';

beforeAll(installDialog);
afterEach(() => {
  unsay();
  cleanup();
});

const asked = (open: boolean) => (
  <Dialog open={open} onClose={() => undefined} title="Refill for Maple">
    Which one?
  </Dialog>
);
const saidIn = () =>
  [...document.querySelectorAll('[role=log]')].flatMap((region) =>
    region.textContent ? [`${region.closest('dialog') ? 'dialog' : 'page'}: ${region.textContent}`] : [],
  );

it('says a text within the dialog that is open, which silences what is outside it', async () => {
  render(asked(true));
  await expect.poll(() => document.querySelector('dialog[open]')).not.toBeNull();
  announce('Choose one');
  await expect.poll(saidIn).toEqual(['dialog: Choose one']);
});

it('says it in the page where the dialog is going, however long its last frame takes', async () => {
  const { container } = render(<dialog data-leaving="true" />);
  container.querySelector('dialog')!.setAttribute('open', '');
  announce('Refill request sent');
  await expect.poll(saidIn).toEqual(['page: Refill request sent']);
});
