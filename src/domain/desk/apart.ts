import type { Item } from '../../contract/desk/inbox';

type Apart = Pick<Item, 'proved' | 'records'>;
type Known = Item['records'][number];

/** A line of the two or more records side by side; `differs` where they do not all say the same. */
export type ApartLine = {
  name: 'Name' | 'Phone' | 'E-mail' | 'Address';
  proved: string | null;
  isConfirmed: boolean;
  values: (string | null)[];
  differs: boolean;
};

const plain = (value: string | null): string => (value ?? '').trim().toLowerCase();

/** Whether the records do not all say the same, whatever its letters' case. */
export const differ = (values: readonly (string | null)[]): boolean => new Set(values.map(plain)).size > 1;

/** The lines in which a person who signed in and the records that may be theirs are compared. */
export function apartLines({ proved, records }: Apart): ApartLine[] {
  const line = (
    name: ApartLine['name'],
    said: { value: string; is_confirmed: boolean } | string | null,
    of: (known: Known) => string | null,
  ): ApartLine => ({
    name,
    proved: typeof said === 'string' ? said || null : (said?.value ?? null),
    isConfirmed: typeof said === 'object' && said !== null && said.is_confirmed,
    values: records.map(of),
    differs: differ(records.map(of)),
  });
  return [
    line('Name', proved?.name ?? null, ({ name }) => name),
    line('Phone', proved?.phone ?? null, ({ phone }) => phone),
    line('E-mail', proved?.email ?? null, ({ email }) => email),
    line('Address', null, ({ address }) => address),
  ];
}

/** 'Record of 2024', with a letter where two records are of the same year. `years` are the records' years in order. */
export function recordName(years: readonly string[], place: number): string {
  const year = years[place] ?? '';
  const same = years.slice(0, place).filter((other) => other === year).length;
  const isAlone = years.filter((other) => other === year).length === 1;
  return `Record of ${year}${isAlone ? '' : `, ${String.fromCharCode(97 + same)}`}`;
}
