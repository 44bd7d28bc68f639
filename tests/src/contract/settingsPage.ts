import type { Struct } from 'superstruct';
import { settingMeanings, type Meaning } from '../../../src/contract/settingMeanings';
import { settings } from '../../../src/contract/settings';

type Described = Pick<Struct<unknown, unknown>, 'type' | 'schema' | 'validate'>;

/** What a struct takes, in its own words; a switch and a part that nothing checks have none. */
function takes(struct: Described | undefined): string {
  if (struct === undefined) return '';
  if (struct.type === 'array') return 'a list';
  if (struct.type === 'object' || struct.type === 'type') return 'an object';
  const [fault] = struct.validate(Symbol('nothing that a setting is'));
  return fault?.message.replace(/^must be /, '') ?? '';
}

/** The structs of an object's parts, or of the parts of a list's objects. */
const partsOf = (struct: Described | undefined): Record<string, Described> => {
  const { type, schema } = struct ?? {};
  if (type === 'array') return partsOf(schema as Described);
  return type === 'object' || type === 'type' ? (schema as Record<string, Described>) : {};
};

const defaultOf = ({ default: value }: Meaning): string => (value === null ? '' : `\`${JSON.stringify(value)}\``);

function rowsOf(name: string, meaning: Meaning, struct: Described | undefined): string[] {
  const cells = [`\`${name}\``, meaning.meaning, takes(struct), meaning.unit ?? '', defaultOf(meaning)];
  return [
    `| ${cells.join(' | ')} |`,
    ...Object.entries(meaning.parts ?? {}).flatMap(([part, one]) =>
      rowsOf(`${name}.${part}`, one, partsOf(struct)[part]),
    ),
  ];
}

const tableOf = (meanings: Readonly<Record<string, Meaning>>, structs: Record<string, Described>): string[] => [
  '| Setting | Meaning | Takes | Unit | Without it |',
  '|---|---|---|---|---|',
  ...Object.keys(structs).flatMap((name) => rowsOf(name, meanings[name]!, structs[name])),
];

/** The settings of a clinic as Markdown, for readers. */
export const settingsPage = (): string =>
  [
    "# A clinic's settings",
    '',
    'What a clinic may set in its clinic file. `src/contract/settings.ts` and `settingMeanings.ts` are the tables, and a test keeps this page as they say. Every setting may be missing; a switch is on as `true` or `{ "enabled": true }`, and off without it.',
    '',
    '## `shop.metadata`',
    '',
    ...tableOf(settingMeanings.metadata, settings.metadata),
    '',
    '## `shop.feature_settings`',
    '',
    ...tableOf(settingMeanings.feature_settings, settings.feature_settings),
    '',
  ].join('\n');
