import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ClinicFile } from '../../server/modules/clinicFile/file/file';
import { parseClinicFile } from '../../server/modules/clinicFile/parse/parse';

const page = readFileSync('docs/clinic-file.md', 'utf8');
const [byHand = '', exported = ''] = page.split('\n## Of an export alone\n');

type Field = { type: string; schema: unknown; validate(value: unknown): readonly [unknown, unknown] };

/** The fields of the struct by their paths, each with whether it must be there, down to those in `whole`. */
function fieldsOf(struct: Field, whole: readonly string[], path = ''): [string, boolean][] {
  if (struct.type === 'array') return fieldsOf(struct.schema as Field, whole, path);
  if (struct.type !== 'object' || whole.includes(path)) return [];
  return Object.entries(struct.schema as Record<string, Field>).flatMap(([name, field]) => {
    const inner = path === '' ? name : `${path}.${name}`;
    return [[inner, field.validate(undefined)[0] !== undefined], ...fieldsOf(field, whole, inner)];
  });
}

test('the page has every field of a clinic file, and says which must be there', () => {
  const ofExport = [...exported.matchAll(/`([\w.]+)`/g)].map(([, path]) => path!);
  const sections = byHand.split(/^## `/m).slice(1);
  const written = sections.flatMap((section) => {
    const list = section.slice(0, section.indexOf('`'));
    const rows = [...section.matchAll(/^\| `([\w.]+)` +\| (must|) *\|/gm)];
    return [
      [list, list === 'shop'] as [string, boolean],
      ...rows.map(([, field, must]): [string, boolean] => [`${list}.${field}`, must === 'must']),
    ];
  });
  const fields = fieldsOf(ClinicFile as unknown as Field, ofExport);
  expect(written).toEqual(fields.filter(([path]) => !ofExport.includes(path)));
  expect(ofExport.filter((path) => !fields.some(([field]) => field === path))).toEqual([]);
});

test('the example is a whole clinic file of which nothing is left out', () => {
  const example: unknown = JSON.parse(readFileSync('docs/clinic.json', 'utf8'));
  expect(parseClinicFile(example, { demoMode: false })).toMatchObject({
    ignored: [],
    unread: [],
    file: { shop: { id: 'example' } },
  });
});
