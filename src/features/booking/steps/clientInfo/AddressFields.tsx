import { usStates } from '../../../../domain/validation/address';
import { FormText } from '../../../../shared/forms/fields';
import { FormSelect } from '../fields';
import * as field from '../../../../ui/fields/Field.module.css';

/**
 * Shows the fields of the owner's address, where the clinic asks for it; required of new clients (INFO-02, INFO-03,
 * D-90).
 */
export function AddressFields({ isRequired }: { isRequired: boolean }) {
  const asked = { required: isRequired, mark: isRequired ? undefined : 'Optional' };
  return (
    <>
      <FormText
        name="address1"
        label="Street address"
        autoComplete="address-line1"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={255}
        {...asked}
      />
      <FormText
        name="address2"
        label="Apartment"
        autoComplete="address-line2"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={255}
        mark="Optional"
      />
      <FormText
        name="city"
        label="City"
        autoComplete="address-level2"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={255}
        {...asked}
      />
      <div className={field.fieldpair}>
        <FormSelect
          name="state"
          label="State"
          autoComplete="address-level1"
          placeholder="Choose a state"
          options={usStates}
          {...asked}
        />
        <FormText
          name="zip"
          label="Zip"
          autoComplete="postal-code"
          inputMode="numeric"
          enterKeyHint="next"
          maxLength={32}
          {...asked}
        />
      </div>
    </>
  );
}
