// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { painted } from '../../../../src/ui/behaviour/painted';
import { Dialog } from '../../../../src/ui/layout/Dialog';
import { installDialog } from '../../../support/dialog';

beforeAll(installDialog);
afterEach(cleanup);

function Held({ whole }: { whole?: boolean }) {
  const [open, setOpen] = useState(false);
  const dialog = (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title="Our Appointment Policy"
      closeText="Close"
      foot={<button onClick={() => setOpen(false)}>Okay</button>}
    >
      Be early.
    </Dialog>
  );
  return (
    <>
      <button onClick={() => setOpen(true)}>Policy</button>
      {(!whole || open) && dialog}
    </>
  );
}

describe('Dialog', () => {
  it.each([false, true])('takes focus and gives it back (dialog leaves the page: %s)', async (whole) => {
    render(<Held whole={whole} />);
    const opener = screen.getByRole('button', { name: 'Policy' });
    await userEvent.click(opener);
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Our Appointment Policy' });
    expect(dialog.open).toBe(true);
    expect(dialog.contains(document.activeElement)).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Okay' }));
    await waitFor(() => expect(dialog.open).toBe(false));
    expect(document.activeElement).toBe(opener);
  });

  it('looks closed at once, closes once that is painted, and takes no press meanwhile', async () => {
    render(<Held />);
    await userEvent.click(screen.getByText('Policy'));
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog');
    const presses: Event[] = [];
    const okay = screen.getByRole('button', { name: 'Okay' });
    okay.addEventListener('click', (event) => presses.push(event));
    fireEvent.click(okay);
    expect([dialog.dataset['leaving'], dialog.open]).toEqual(['true', true]);
    expect(dialog.contains(document.activeElement), 'focus does not fall out of it').toBe(true);
    fireEvent.click(okay);
    expect(presses).toHaveLength(1);
    await waitFor(() => expect(dialog.open).toBe(false));
    expect(dialog.dataset['leaving']).toBeUndefined();
  });

  it('is followed by no second tap of a double one on what lay behind it', async () => {
    render(<Held />);
    await userEvent.click(screen.getByText('Policy'));
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog');
    fireEvent.click(screen.getByRole('button', { name: 'Okay' }), { detail: 1 });
    await waitFor(() => expect(dialog.open).toBe(false));
    const behind = screen.getByRole('button', { name: 'Policy' });
    fireEvent.click(behind, { detail: 2 });
    await painted();
    await painted();
    expect(dialog.open).toBe(false);
    fireEvent.click(behind, { detail: 1 });
    await waitFor(() => expect(dialog.open).toBe(true));
  });

  it.each([true, false])(
    'gives focus back through one that opens as it closes (that comes first: %s)',
    async (isFirst) => {
      function Two() {
        const [at, setAt] = useState<'none' | 'asked' | 'sure'>('none');
        const sure = (
          <Dialog
            open={at === 'sure'}
            onClose={() => undefined}
            title="Sure?"
            foot={<button onClick={() => setAt('none')}>Stay</button>}
          >
            Two have not been sent.
          </Dialog>
        );
        return (
          <>
            <button onClick={() => setAt('asked')}>Leave</button>
            {isFirst && sure}
            <Dialog
              open={at === 'asked'}
              onClose={() => undefined}
              title="Leave?"
              foot={<button onClick={() => setAt('sure')}>Yes</button>}
            >
              You can come back.
            </Dialog>
            {!isFirst && sure}
          </>
        );
      }
      render(<Two />);
      const opener = screen.getByRole('button', { name: 'Leave' });
      await userEvent.click(opener);
      await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
      const second = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Sure?' });
      expect(screen.queryByRole('dialog', { name: 'Leave?' })).toBeNull();
      expect(second.contains(document.activeElement)).toBe(true);
      await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
      await waitFor(() => expect(second.open).toBe(false));
      expect(document.activeElement).toBe(opener);
    },
  );

  it('opens only once the tap that asks for it is painted', async () => {
    render(<Held />);
    fireEvent.click(screen.getByText('Policy'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Be early.')).toBeNull();
    await screen.findByRole('dialog');
  });

  it('is open as soon as what it says is on the page', async () => {
    render(<Held />);
    const isOpen = new Promise<boolean | undefined>((resolve) => {
      const watched = new MutationObserver(() => {
        const said = screen.queryByText('Be early.');
        if (said) resolve(said.closest('dialog')?.open);
      });
      watched.observe(document.body, { childList: true, subtree: true });
    });
    fireEvent.click(screen.getByText('Policy'));
    expect(await isOpen).toBe(true);
  });

  it('stays closed where it is no longer wanted by then', async () => {
    const dialog = (open: boolean) => (
      <Dialog open={open} onClose={() => undefined} title="Our Appointment Policy">
        Be early.
      </Dialog>
    );
    const { rerender } = render(dialog(true));
    rerender(dialog(false));
    await painted();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes by Escape, by its button and by its backdrop, not by its inside', async () => {
    render(<Held />);
    const open = async () => {
      await userEvent.click(screen.getByText('Policy'));
      return screen.findByRole<HTMLDialogElement>('dialog');
    };
    const dialog = await open();
    fireEvent.click(screen.getByText('Be early.'));
    expect(dialog.open).toBe(true);
    const isClosed = () => waitFor(() => expect(dialog.open).toBe(false));
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await isClosed();
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await isClosed();
    await open();
    fireEvent.click(dialog, { clientX: 5, clientY: 5 });
    await isClosed();
  });
});
