import { addDays } from '../../../../domain/clinicTime';
import * as limits from '../../../../limits';
import { FormText } from '../../../../shared/forms/fields';

/**
 * Shows a date of birth with the device's own picker; the form's rule checks what the picker allows (VAL-29 to VAL-31,
 * VAL-33 to VAL-35).
 */
export function BirthDate({
  name,
  label,
  today,
  autoComplete,
}: {
  name: string;
  label: string;
  today: string;
  autoComplete?: 'bday';
}) {
  return (
    <FormText
      name={name}
      label={label}
      type="date"
      min={limits.earliestBirthDate}
      max={addDays(today, -1)}
      autoComplete={autoComplete}
      enterKeyHint="next"
      required
    />
  );
}
