import { useState } from 'react';
import { Button } from '../../../../ui/actions/Button';
import { Dialog } from '../../../../ui/layout/Dialog';
import { policySeen } from '../../store/slice';
import { useBooking } from '../../useBooking';
import { useAppDispatch, useAppSelector } from '../../../../state/store';
import * as tap from '../../../../ui/actions/Tap.module.css';
import * as css from '../AppointmentChoice.module.css';

/** Shows the clinic's policy: once by itself, later by its link (APPT-17, APPT-18, D-69). Rendered as text (D-209). */
export function Policy() {
  const { shop } = useBooking();
  const dispatch = useAppDispatch();
  const isSeen = useAppSelector((state) => state.booking.isPolicySeen);
  const [isWanted, setWanted] = useState(false);
  const policy = shop.metadata.bookingPolicy?.trim();
  if (!policy) return null;
  const close = () => {
    setWanted(false);
    dispatch(policySeen());
  };
  return (
    <>
      <button type="button" className={`${tap.tap} ${tap.link}`} onClick={() => setWanted(true)}>
        Our appointment policy
      </button>
      <Dialog
        open={isWanted || !isSeen}
        onClose={close}
        title="Our Appointment Policy"
        foot={<Button onClick={close}>Okay</Button>}
      >
        <p className={css.text}>{plainText(policy)}</p>
      </Dialog>
    </>
  );
}

/**
 * Returns the text of a policy that may be HTML; paragraphs and breaks become lines. Parsing runs and loads nothing.
 */
function plainText(policy: string): string {
  if (!/<[a-z/]/i.test(policy)) return policy;
  const lined = policy.replace(/<br\s*\/?>|<\/(p|div|li|h\d)>/gi, '\n').replace(/<[^>]*>/g, '');
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
  return lined
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
