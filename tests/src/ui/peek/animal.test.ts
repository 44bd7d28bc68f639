import { expect, it } from 'vitest';
import { animalOf } from '../../../../src/ui/peek/animal';

it.each([
  ['Bird', 'bird'],
  ['Cat', 'cat'],
  ['Dog', 'dog'],
  ['Equine', 'equine'],
  ['Ferret', 'ferret'],
  ['Fish', 'fish'],
  ['Guinea Pig', 'guinea'],
  ['Rabbit', 'rabbit'],
  ['Reptile', 'reptile'],
  ['Canine', 'dog'],
  ['Feline', 'cat'],
  ['Avian', 'bird'],
  [' horse ', 'equine'],
  ['Axolotl', 'other'],
  ['', 'other'],
  [null, 'other'],
])('PETS-05 a species called %s has the drawing of: %s', (name, animal) => {
  expect(animalOf(name)).toBe(animal);
});
