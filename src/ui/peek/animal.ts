/** The animals that have a drawing. */
export type Animal = 'dog' | 'cat' | 'bird' | 'equine' | 'ferret' | 'fish' | 'guinea' | 'rabbit' | 'reptile' | 'other';

const byName: Record<string, Animal> = {
  dog: 'dog',
  canine: 'dog',
  cat: 'cat',
  feline: 'cat',
  bird: 'bird',
  avian: 'bird',
  equine: 'equine',
  horse: 'equine',
  ferret: 'ferret',
  fish: 'fish',
  'guinea pig': 'guinea',
  rabbit: 'rabbit',
  reptile: 'reptile',
};

/** Returns the drawing for a species' name; 'other' for unknown names. */
export function animalOf(name: string | null | undefined): Animal {
  return byName[(name ?? '').trim().toLowerCase()] ?? 'other';
}
