import { describe, expect, it } from 'vitest';
import { clientToTie } from '../../../../src/domain/client/tie';

const record = (id: string, first_name: string | null, last_name: string | null) => ({ id, first_name, last_name });
const jo = record('1', 'Jo', 'Miller');
const pat = record('2', 'Pat', 'Miller');

describe('which record an owner is tied to', () => {
  it('is none where none carries the identifier', () => expect(clientToTie([], 'Jo Miller')).toBeNull());
  it('is the only one, whatever the name', () => expect(clientToTie([jo], 'Somebody Else')).toBe(jo));
  it('is the one with the equal full name out of several', () => expect(clientToTie([jo, pat], '  pat   MILLER ')).toBe(pat));
  it('is none when several have the name', () => expect(clientToTie([jo, record('3', 'JO', 'Miller')], 'Jo Miller')).toBeNull());
  it('is none when no name is equal or known', () => {
    expect(clientToTie([jo, pat], 'Jo')).toBeNull();
    expect(clientToTie([record('4', null, null), record('5', 'Al', null)], null)).toBeNull();
    expect(clientToTie([record('4', null, null), pat], '')).toBeNull();
  });
});
