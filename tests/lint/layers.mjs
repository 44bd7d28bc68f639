import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, posix, relative, sep } from 'node:path';

/**
 * A row of layers.json. A file belongs to the row with the longest `folder` that it lies in; `*` stands for one folder's
 * name, and each folder that it matches is a layer of its own. A file may import its own layer, the rows in `imports`
 * (names of `groups` stand for their rows) and the npm packages in `packages`; `packagesOf` adds some for one file, and
 * `node:` stands for Node's own modules. Type imports count. `says` tells whoever breaks it where the line belongs (names
 * of `sentences` stand for theirs).
 * @typedef {{ folder: string; imports: string[]; packages: string[]; packagesOf?: Record<string, string[]>; says: string[] }} Row
 */

/** @type {{ groups: Record<string, string[]>; sentences: Record<string, string>; rows: Row[] }} */
export const table = JSON.parse(readFileSync(new URL('layers.json', import.meta.url), 'utf8'));

/** The rows with their groups spelled out, the longest folder first. */
const rows = table.rows
  .map((row) => ({
    ...row,
    imports: row.imports.flatMap((name) => table.groups[name] ?? [name]),
    packages: row.packages.flatMap((name) => table.groups[name] ?? [name]),
    says: row.says.map((text) => table.sentences[text] ?? text).join(' '),
    pattern: new RegExp(`^${row.folder.replace(/[.]/g, '\\.').replace('*', '[^/]+')}(?=/|$)`),
  }))
  .toSorted((a, b) => b.folder.length - a.folder.length);

/** The layer that a path from the repository's root lies in: its row, and the folder that the row matched; null for none. */
export function layerOf(path) {
  for (const row of rows) {
    const [folder] = row.pattern.exec(path) ?? [];
    if (folder) return { row, folder };
  }
  return null;
}

/** Whether a path is the product's own code, each folder of which must have a row. */
export const isGoverned = (path) => /^(src|sw|server)\//.test(path) && /(?<!\.d)\.tsx?$/.test(path);

/**
 * Why a file may not import what it names, null where it may.
 * @param {string} from the file's path from the repository's root, with `/`
 * @param {string} specifier as it stands in the import
 */
export function refusal(from, specifier) {
  const own = layerOf(from);
  if (!own) return `${dirname(from)} has no row in tests/lint/layers.json: say there what it may import.`;
  const { row, folder } = own;
  if (!specifier.startsWith('.')) {
    const isNodes = specifier.startsWith('node:') || builtinModules.includes(specifier);
    const parts = specifier.split('/', specifier.startsWith('@') ? 2 : 1);
    const name = isNodes ? 'node:' : parts.join('/');
    return row.packages.includes(name) || row.packagesOf?.[from]?.includes(name) ? null : row.says;
  }
  const path = posix.normalize(posix.join(posix.dirname(from), specifier));
  const target = layerOf(`${path}.ts`) ?? layerOf(path);
  if (target?.folder === folder) return null;
  return row.imports.includes(target?.row.folder ?? path) ? null : row.says;
}

/** One statement that names another module: an import, an export from one, `import()`, or a type's `import('…')`. */
const rule = {
  create(context) {
    const from = relative(context.cwd, context.filename).split(sep).join('/');
    if (!isGoverned(from)) return {};
    const check = (node, source) => {
      if (typeof source?.value !== 'string') return;
      const message = refusal(from, source.value);
      if (message) context.report({ node, message });
    };
    return {
      Program: (node) => {
        if (!layerOf(from)) context.report({ node, message: refusal(from, '.') });
      },
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (node) => check(node, node.source ?? node.argument),
    };
  },
};

export default { meta: { name: 'layers' }, rules: { direction: rule } };
