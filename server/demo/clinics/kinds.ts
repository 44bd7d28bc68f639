import type { Rows } from '../../modules/clinicFile/file/file';

const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const kinds: Record<string, { breeds: string[]; colors: string[] }> = {
  Bird: {
    breeds: ['African grey', 'Budgerigar', 'Cockatiel', 'Conure', 'Lovebird'],
    colors: ['Blue', 'Gray', 'Green', 'Yellow'],
  },
  Cat: {
    breeds: [
      'Abyssinian',
      'Bengal',
      'British shorthair',
      'Domestic longhair',
      'Domestic shorthair',
      'Maine coon',
      'Persian',
      'Ragdoll',
      'Siamese',
      'Sphynx',
    ],
    colors: ['Black', 'Calico', 'Gray tabby', 'Orange tabby', 'Tortoiseshell', 'White'],
  },
  Dog: {
    breeds: [
      'Australian shepherd',
      'Beagle',
      'Beagle mix',
      'Border collie',
      'Boxer',
      'Chihuahua',
      'Cocker spaniel',
      'Corgi',
      'Dachshund',
      'French bulldog',
      'German shepherd',
      'Golden retriever',
      'Great Dane',
      'Labrador retriever',
      'Mixed breed',
      'Pit bull terrier',
      'Poodle',
      'Rottweiler',
      'Shih tzu',
      'Yorkshire terrier',
    ],
    colors: ['Black', 'Black and tan', 'Brindle', 'Brown', 'Golden', 'Tan, white', 'White'],
  },
  Equine: {
    breeds: ['Arabian', 'Miniature horse', 'Paint', 'Quarter horse', 'Thoroughbred'],
    colors: ['Bay', 'Black', 'Chestnut', 'Gray', 'Palomino'],
  },
  Ferret: { breeds: ['Ferret'], colors: ['Albino', 'Chocolate', 'Sable'] },
  Fish: { breeds: ['Betta', 'Cichlid', 'Goldfish', 'Koi'], colors: ['Blue', 'Gold', 'Red', 'White'] },
  'Guinea Pig': { breeds: ['Abyssinian', 'American', 'Peruvian'], colors: ['Black', 'Brown', 'Tricolor', 'White'] },
  Rabbit: {
    breeds: ['Dutch', 'Holland lop', 'Lionhead', 'Mini rex', 'Netherland dwarf'],
    colors: ['Black', 'Brown', 'Gray', 'White'],
  },
  Reptile: {
    breeds: ['Bearded dragon', 'Box turtle', 'Corn snake', 'Leopard gecko'],
    colors: ['Brown', 'Green', 'Orange', 'Yellow'],
  },
};
const sexes = ['Male', 'Female', 'Male neutered', 'Female spayed'];

export const species: Rows<'species'>[] = Object.keys(kinds).map((name) => ({ id: idOf(name), name }));

export const breeds: Rows<'breeds'>[] = Object.entries(kinds).flatMap(([name, kind]) =>
  kind.breeds.map((breed) => ({ id: `${idOf(name)}-${idOf(breed)}`, species_id: idOf(name), display_name: breed })),
);

export const patientColors: Rows<'patient_colors'>[] = Object.entries(kinds).flatMap(([name, kind]) =>
  kind.colors.map((color) => ({ id: `${idOf(name)}-${idOf(color)}`, species_id: idOf(name), name: color })),
);

export const patientSexes: Rows<'patient_sexes'>[] = Object.keys(kinds).flatMap((name) =>
  sexes.map((sex) => ({ id: `${idOf(name)}-${idOf(sex)}`, species_id: idOf(name), name: sex })),
);
