import type { User } from '../../../../contract/auth';
import type { ClientRecord, Patient } from '../../../../contract/clients';
import { emptyForm, type Draft, type FormValues } from '../../../../domain/booking/draft';
import { usedContact } from '../../../../domain/client/contacts';
import type { ContactKind } from '../../../../domain/client/tie';
import { standingForm } from '../../../../domain/booking/standing';
import { stateCode } from '../../../../domain/validation/address';
import type { ClientInfoValues } from '../../../../domain/validation/clientInfo';
import { lockedPhone, ownPhone, phoneShown } from '../../../../domain/validation/phone';

const ownName = (owner: User | null, client: ClientRecord | null): string =>
  owner?.firstName || [client?.first_name, client?.last_name].filter(Boolean).join(' ');

/**
 * Returns the form's initial values: what was typed before, as far as it is still valid, else what the owner's record
 * says; an only pet is chosen (D-38, D-89). A foreign number is shown in full, whatever was saved (D-403). `pets` are
 * the pets offered, null while the record is loading.
 */
export function startingValues(
  draft: Pick<Draft, 'form' | 'customer'>,
  owner: User | null,
  client: ClientRecord | null,
  pets: readonly Patient[] | null,
  phoneCode: string,
): ClientInfoValues {
  const used = (kind: ContactKind) => owner && usedContact(owner, client, kind);
  const numberOf = (one: Parameters<typeof ownPhone>[0] | null): string => (one ? ownPhone(one, phoneCode) : '');
  const known: FormValues = {
    ...emptyForm,
    firstName: ownName(owner, client),
    phoneNumber:
      lockedPhone(owner, client, phoneCode) ??
      phoneShown(numberOf(used('phone') ?? owner) || client?.phone || draft.customer?.phoneNumber || '', phoneCode),
    email: used('email')?.email || owner?.email || client?.email || draft.customer?.email || '',
    address1: client?.address1 ?? '',
    address2: client?.address2 ?? '',
    city: client?.city ?? '',
    state: stateCode(client?.state ?? ''),
    zip: client?.zip ?? '',
  };
  const kept = draft.form && {
    ...draft.form,
    phoneNumber: lockedPhone(owner, client, phoneCode) ?? draft.form.phoneNumber,
  };
  return { ...standingForm(kept ?? known, pets), onePetName: null, onePetNote: null };
}

/**
 * Returns the form's values to save while typing: all but the one-pet confirmations (D-38). final-form leaves blank
 * fields undefined.
 */
export function keptValues(values: Partial<ClientInfoValues>): FormValues {
  const { onePetName: _name, onePetNote: _note, ...typed } = values;
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
  return { ...emptyForm, ...given, allowRemind: values.allowRemind !== false };
}
