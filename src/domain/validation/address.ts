import { asText } from './rule';

/** The messages under empty address fields (VAL-25 to VAL-28); the apartment is never required (D-90). */
export const ADDRESS_REQUIRED = {
  address1: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  zip: 'Zip is required',
} as const;
export type RequiredAddressField = keyof typeof ADDRESS_REQUIRED;

/** The message for an address field that is empty; any text is accepted (D-90). */
export const addressProblem = (field: RequiredAddressField, value: unknown): string | null =>
  asText(value).trim() === '' ? ADDRESS_REQUIRED[field] : null;

/** The 50 states with their postal abbreviations (INFO-02, D-77). */
export const usStates: readonly { value: string; label: string }[] = Object.entries({
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
}).map(([value, label]) => ({ value, label }));

/** The postal abbreviation of a stored state, which may be 'TX' or 'Texas'; '' for anything else. */
export function stateCode(stored: string): string {
  const wanted = stored.trim().toLowerCase();
  return (
    usStates.find(({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted)?.value ?? ''
  );
}
