import { dialled } from '../../domain/validation/phoneCodes';

export type Country = { id: string; name: string; phoneCode: string };

const names = new Intl.DisplayNames('en-US', { type: 'region' });

/** The countries by name, the United States first, since the clinics are there. */
export const countries: readonly Country[] = dialled
  .split(' ')
  .map((text) => ({
    id: text.slice(0, 2),
    name: names.of(text.slice(0, 2)) ?? text.slice(0, 2),
    phoneCode: text.slice(2),
  }))
  .sort((a, b) => Number(b.id === 'US') - Number(a.id === 'US') || a.name.localeCompare(b.name, 'en'));
