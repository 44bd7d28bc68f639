import { expect, it } from 'vitest';
import { giverNames, giverShort } from '../../../../src/domain/desk/giver';

it.each([
  ['Ana Ruiz', 'Ana'],
  ['ben@clinic.example', 'ben@clinic.example'],
  ['', 'Somebody'],
  [giverNames.link, 'the link in the notice'],
  [giverNames.operator, 'the operator'],
])('an answer by %j is by %s', (name, short) => expect(giverShort(name)).toBe(short));
