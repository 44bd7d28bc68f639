import { expect, it } from 'vitest';
import type { Member } from '../../../../src/contract/desk/staff';
import { withRemoved } from '../../../../src/domain/desk/removed';

const member = (person_id: string): Member => ({
  person_id,
  name: person_id,
  email: `${person_id}@vets.example`,
  role: 'staff',
  provider_id: null,
  provider: null,
  invited_at: '2026-11-23T15:00:00Z',
  joined_at: null,
  is_me: false,
});
const [ana, bo, cy] = [member('ana'), member('bo'), member('cy')];
const line = (rows: ReturnType<typeof withRemoved>) =>
  rows.map(({ member: { name }, isRemoved }) => `${name}${isRemoved ? ' removed' : ''}`);

it('keeps who was removed at their place until they are back', () => {
  expect(line(withRemoved([ana, cy], [{ member: bo, place: 1 }]))).toEqual(['ana', 'bo removed', 'cy']);
  const both = [
    { member: cy, place: 2 },
    { member: bo, place: 1 },
  ];
  expect(line(withRemoved([ana], both))).toEqual(['ana', 'bo removed', 'cy removed']);
  expect(line(withRemoved([ana, bo], both))).toEqual(['ana', 'bo', 'cy removed']);
});
