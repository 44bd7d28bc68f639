import { useState, type ReactNode } from 'react';
import { selectOwner } from '../../../../state/session';
import type { TimeSlot } from '../../../../contract/availability';
import type { Provider } from '../../../../contract/catalogue';
import { preference, setPreference } from '../../../../offline/marker';
import { Checkbox } from '../../../../ui/fields/Checkbox';
import { clinicianName } from './labels';
import { useAppSelector } from '../../../../state/store';

type SlotDetails = { of: (slot: TimeSlot) => string | undefined; toggle: ReactNode };

/**
 * Returns the provider and room that staff see on a time's button, and the checkbox that hides them; owners see neither
 * (ROLE-01, D-14).
 */
export function useSlotDetails(providers: readonly Provider[]): SlotDetails {
  const isStaff = useAppSelector((state) => selectOwner(state)?.is_staff === true);
  const [isShown, setShown] = useState(() => preference('slot-details') !== 'off');
  if (!isStaff) return { of: () => undefined, toggle: null };
  const choose = (shown: boolean) => {
    setShown(shown);
    setPreference('slot-details', shown ? null : 'off');
  };
  return {
    of: (slot) => (isShown ? detailOf(slot, providers) : undefined),
    toggle: (
      <Checkbox checked={isShown} onChange={choose}>
        Show provider and room
      </Checkbox>
    ),
  };
}

/** Returns 'Dr. Ada Park, Room 1'; a time of several segments names each clinician once. */
function detailOf(slot: TimeSlot, providers: readonly Provider[]): string {
  const ids = [slot.provider_id, slot.secondary_date_time_provider_id, slot.tertiary_date_time_provider_id].filter(
    (id) => typeof id === 'string',
  );
  const names = [...new Set(ids)].map((id) => {
    const provider = providers.find((each) => each.id === id);
    return provider ? clinicianName(provider) : id;
  });
  return [...names, slot.room_name ?? slot.room_id].filter(Boolean).join(', ');
}
