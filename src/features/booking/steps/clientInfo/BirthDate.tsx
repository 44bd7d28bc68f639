import { addDays } from '../../../../domain/clinicTime';
import { limits } from '../../../../limits';
import { FormText } from '../../../../shared/forms/fields';

/** A date of birth in the device's own picker; what it does not refuse the rule does (VAL-29 to VAL-31, VAL-33 to VAL-35). */
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
