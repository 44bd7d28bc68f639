import { addDays } from '../../../src/domain/clinicTime';
import type { ClientInFile } from '../../modules/clinicFile/file/file';

/** Invented owners whose visits fill the calendar; their contacts are at example.com and 555-01xx. */
const people: [first: string, last: string, pet: string, species: string][] = [
  ['Marcus', 'Bell', 'Otis', 'dog'],
  ['Ines', 'Duarte', 'Mochi', 'cat'],
  ['Hannah', 'Kim', 'Pepper', 'dog'],
  ['Theo', 'Brandt', 'Waffles', 'rabbit'],
  ['Grace', 'Okafor', 'Luna', 'cat'],
  ['Sam', 'Whitfield', 'Ranger', 'dog'],
  ['Noor', 'Haddad', 'Kiwi', 'bird'],
  ['Elena', 'Petrova', 'Figaro', 'cat'],
  ['Dale', 'Hutchins', 'Copper', 'dog'],
  ['Mei', 'Tanaka', 'Sushi', 'cat'],
  ['Andre', 'Lewis', 'Bandit', 'ferret'],
  ['Joyce', 'Alvarez', 'Maple', 'dog'],
  ['Peter', 'Lindgren', 'Shelly', 'reptile'],
  ['Tasha', 'Greene', 'Peanut', 'guinea-pig'],
];

export const neighbours = (today: string): ClientInFile[] =>
  people.map(([first_name, last_name, pet, species_id], index) => ({
    id: `client-${first_name.toLowerCase()}`,
    first_name,
    last_name,
    email: `${first_name.toLowerCase()}@example.com`,
    phone: `+1512555${String(150 + index).padStart(4, '0')}`,
    created_at: `${addDays(today, -200 - 37 * index)}T16:00:00Z`,
    patients: [{ id: `patient-${pet.toLowerCase()}`, name: pet, species_id }],
  }));
