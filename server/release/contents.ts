import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clinicCommand } from '../system/clinicCommand';

/** What a release alone has: what starts it, and what it is run by (README.md of these files). */
const own = 'server/release/files';

/** What the compiled server reads of the project as it runs, at the same places. */
const read = [
  'dist',
  'dist-desk',
  'dist-ssr',
  'index.html',
  'server/modules/auth/passwords/commonPasswords.txt',
  'src/ui/look/tokens.css',
];

/** Files of the server's build and of packages that nothing reads at run time. */
const unread =
  /[\\/]dist-ssr[\\/](\.inputs|prepare\.js)$|[\\/]node_modules[\\/](\.package-lock\.json|.*(\.map|\.d\.[cm]?ts))$/;

/** What the technician reads or begins with, at the same places. */
export const documents = [
  'docs/alerts.yml',
  'docs/caps.md',
  'docs/clinic-file.md',
  'docs/clinic.json',
  'docs/operations.md',
  'docs/settings.md',
];

/** The chapters of the project's README that a release's own ends with. */
const chapters = ['Settings', 'The two databases', 'When something fails', 'Clinics'];

/** Where a release names its packages and their licences. */
const licencesFile = 'LICENCES.txt';

/**
 * Puts a release together in `folder`, which must not be there; `packages` is the folder whose node_modules it gets,
 * `licences` what it says of them.
 */
export function assemble(folder: string, packages: string, manifest: object, licences: string): void {
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(from, join(folder, to), { recursive: true, filter: (name) => !unread.test(join('/', name)) });
  };
  for (const path of read) copy(path, path);
  copy(join(packages, 'node_modules'), 'node_modules');
  for (const name of readdirSync(own)) copy(join(own, name), name);
  for (const path of documents) write(path, readFileSync(path, 'utf8'));
  write(licencesFile, licences);
  write('README.md', releaseReadme());
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);

  // The prepared database is closed to others; an image is made from this folder, and run by another user.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    openToAll(join(entry.parentPath, entry.name));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // npm is not there, and the operator's tool is a file.
    writeFileSync(join(folder, path), text.replaceAll(clinicCommand, 'node clinic.js'));
  }
}

/** The README of a release: what is said of it alone, then chapters of the project's. */
export function releaseReadme(): string {
  const readme = readFileSync(join(own, 'README.md'), 'utf8').trimEnd();
  const project = readFileSync('README.md', 'utf8');
  return [readme, ...chapters.map((name) => chapterOf(project, name))].join('\n\n');
}

function openToAll(path: string): void {
  const found = statSync(path);
  chmodSync(path, found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644);
}

/** A chapter of a document, with its heading. Throws when there is none of this name. */
function chapterOf(document: string, name: string): string {
  const chapter = document.split(/^(?=## )/m).find((each) => each.startsWith(`## ${name}\n`));
  if (chapter === undefined) throw new Error(`The README has no chapter "${name}".`);
  return `${chapter.trimEnd()}\n`;
}
