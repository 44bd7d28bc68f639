import { fireEvent } from '@testing-library/react';
import { tapTime } from './goOn';
import type { Owner } from './owner';
import { all, button, one } from './screens';

/** What can be changed on a screen. */
const changeable = {
  appointment: ['species', 'type', 'clinician', 'drop-off', 'date', 'time'],
  form: ['pet', 'new pet', 'note', 'name', 'email', 'phone', 'consent', 'wellness', 'breed', 'sex'],
} as const;

/** Changes one thing on the screen of the moment, where it is there; `which` says what, `pick` chooses among what there is. */
export async function change(owner: Owner, which: number, pick: number): Promise<void> {
  const { kind } = owner.look();
  if (kind !== 'appointment' && kind !== 'form') return;
  const what = changeable[kind][which % changeable[kind].length];
  const select = (name: string) => one<HTMLSelectElement>(`main select[name="${name}"]`);
  const toggle = (box: Element | null | undefined) => owner.tap(box ?? null);
  const words = ['limping since Monday', 'a check', 'vomits 2*5mg', 'all well, thank you'];
  switch (what) {
    case 'species':
      return void (await owner.choose(owner.row('Species'), pick));
    case 'type':
      return void (await owner.choose(owner.row('Appointment type'), pick));
    case 'clinician':
      return void (await owner.choose(owner.row('Clinician'), pick));
    case 'drop-off':
      return void (await toggle(one('.rows input[type=checkbox]')));
    case 'date': {
      const dates = all('.dates [role=radio]');
      return void (await owner.tap(dates[pick % Math.max(1, dates.length)] ?? null));
    }
    case 'time':
      return tapTime(owner, pick);
    case 'pet':
      return void (await owner.choose(select('patientId'), pick));
    case 'new pet':
      await owner.tap(button('New pet') ?? button(/from your pets$|^Choose one of your pets$/));
      owner.type('petName', ['Fluffy', 'Max', 'Rex'][pick % 3] ?? '');
      return owner.tab.settle(60);
    case 'note':
      owner.type('note', words[pick % words.length] ?? '');
      return owner.tab.settle(60);
    case 'name':
      owner.type('firstName', ['Riley Park', 'Mary Ann Stone', 'Jo Doe'][pick % 3] ?? '');
      return owner.tab.settle(60);
    case 'email':
      owner.type('email', ['riley@example.com', 'new@example.com', ''][pick % 3] ?? '');
      return owner.tab.settle(60);
    case 'phone':
      owner.type('phoneNumber', ['512-555-0142', '512-555-0177', ''][pick % 3] ?? '');
      return owner.tab.settle(60);
    case 'consent':
      return void (await toggle(one('main [name=allowRemind]')));
    case 'wellness':
      return void (await toggle(one('main [name=hasWellnessPlan]')));
    case 'breed': {
      const field = one<HTMLInputElement>('main [name=breed]');
      if (field) fireEvent.change(field, { target: { value: ['Beagle', 'Siamese', 'mixed'][pick % 3] } });
      return owner.tab.settle(60);
    }
    case 'sex':
      return void (await owner.choose(select('sex'), pick));
  }
}
