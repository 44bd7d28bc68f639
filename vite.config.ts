import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type ConfigEnv, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { loadedPackages } from './server/build/loadedPackages.ts';
import {
  barePlaces,
  codeElements,
  entries,
  pageCodeOf,
  savedPageOf,
  shellOf,
  type PageCode,
} from './server/modules/page/code.ts';
import { readTemplate, templateOf } from './server/modules/page/template.ts';
import { frameStyle } from './src/app/saved/frameStyle.ts';

const API_PORT = 3001;
/** The server takes a browser that does not keep its connection for one behind somebody's proxy (server/demo/localOnly.ts). */
const behind = { target: `http://127.0.0.1:${API_PORT}`, agent: new Agent({ keepAlive: true }) };

/**
 * What the first screen cannot do without: one file that changes only with its libraries, and with which React starts
 * in a task of its own (src/app/start/reactDom.ts). RTK Query comes after it.
 */
const FIRST_SCREEN_LIBRARIES =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|redux|redux-thunk|immer|react-redux|use-sync-external-store|@reduxjs[\\/]toolkit[\\/]dist[\\/]redux-toolkit)[\\/]|[\\/]src[\\/]app[\\/]start[\\/]reactDom\.ts$/;
/** What follows the first screen by itself: the parts that the app takes over last (src/shared/clinic/lazyParts.tsx), and the worker's start. */
const FOLLOWING =
  /[\\/]src[\\/](shared[\\/]clinic[\\/](drawnParts|BusinessHours|ContactInfo)|ui[\\/](peek[\\/](Greeters|CatPeek|DogPeek|Peek)|icons[\\/]contact|feedback[\\/]Toaster|navigation[\\/]ScrollToTop)|domain[\\/]shop[\\/](hours|map|website)|app[\\/](updates[\\/]registerWorker|start[\\/]keepFocus))\.tsx?$|[\\/]node_modules[\\/]workbox-window[\\/]/;

/** The error service's library: only pages of a server that names such a service fetch it, so the worker does not save it. */
const SERVICE_PARTS = /[\\/]node_modules[\\/]@sentry[\\/]/;
/** Parts that signed-in owners alone need: the worker saves them on the first signed-in visit, not for everybody. It knows them by their folder (sw/shell.ts). */
const OWNERS_PARTS = /[\\/]node_modules[\\/]@cantoo[\\/]pdf-lib[\\/]/;

/** All but the start script, which is a file of its own that shares nothing with the others. */
const NOT_START = /^(?!.*[\\/]src[\\/]app[\\/]start[\\/]script[\\/])/;

/** The device's database: what is saved brings it, a first visit does not. */
const DATABASE_PARTS =
  /[\\/]node_modules[\\/]dexie[\\/]|[\\/]src[\\/](offline[\\/]database[\\/]|shared[\\/]requests[\\/](countUnsent|useOutbox)\.)/;
/** What is asked of the server and reckoned with, and told to other tabs; the certificate's drawing goes with its page. */
const DATA_PARTS =
  /[\\/]src[\\/]((api|state|contract|domain)[\\/](?!records[\\/]|certificate[\\/])|offline[\\/]tabs[\\/]|features[\\/](booking[\\/]hold[\\/]otherTabs|pets[\\/]rowsFreshness)\.|shared[\\/]install[\\/]installOffer\.)/;

/** Small parts that few visits need, of which each in a file of its own weighs more in the list of what the worker saves. */
const CALL_PARTS =
  /[\\/]src[\\/](features[\\/]booking[\\/](steps[\\/](NoAvailability|CallClinic)|hold[\\/]HeldTime)|shared[\\/]clinic[\\/]ContactButtons)\./;
const QUESTION_PARTS =
  /[\\/]src[\\/](shared[\\/]requests[\\/](SignOutQuestion|OthersQuestion)|features[\\/]booking[\\/]steps[\\/]LeaveQuestion)\./;

/** The calls, with the list of those that a form sends, which is too small for a file of its own. */
const CONTRACT_PARTS = /[\\/]src[\\/](contract[\\/]|features[\\/]booking[\\/]steps[\\/]submitted\.)/;

/** What resumes a saved booking. */
const SAVED_PARTS = /[\\/]src[\\/]features[\\/]booking[\\/](open[\\/]resumeAtForm|draft[\\/]savedDraft)\./;

/** The fields of the booking's forms and a code's, with looks that would else be an empty script of their own. */
const FORM_PARTS =
  /[\\/]src[\\/](shared[\\/]codes[\\/]useCodeEntry|features[\\/]booking[\\/]steps[\\/](fields|forms\.module|deposit[\\/]deposit\.module))\./;
/** What the pages of appointments share. */
const VISIT_PARTS = /[\\/]src[\\/]features[\\/]appointments[\\/](UnreadVisit|CallClinic|appointments\.module)\./;

/**
 * The page's own elements, and what is too small for a file of its own and follows the first tap: each file costs the tap
 * that asks for it a task.
 */
const UI_PARTS =
  /[\\/]src[\\/](ui[\\/]|shared[\\/]clinic[\\/](PhoneSentence|TooMany)\.|features[\\/]booking[\\/]steps[\\/](appointment[\\/]labels|AppointmentChoice\.module)\.)/;

/** What both lists of the portal come with. */
const LIST_PARTS =
  /[\\/]src[\\/](api[\\/]records[\\/]useReturn|shared[\\/]install[\\/](InstallHelp|install\.module))\./;
/** What every way to sign in begins with. */
const SIGN_IN_PARTS =
  /[\\/]src[\\/](features[\\/]signIn[\\/](api|problems|fields|signIn\.module|Shell|CodeEntry|Login)|shared[\\/]forms[\\/]StructForm)\./;

/** What keeps a session on the device: it comes with the first one. */
const SESSION_PARTS = /[\\/]src[\\/]app[\\/]device[\\/](saveSession|saveOwner)\./;

/**
 * What Node runs: the server, the operator's tool, the step of the build that prepares the server's first database, and
 * the first screen, which the server imports with the page's build.
 */
const serverEntries = {
  main: 'server/main.ts',
  clinic: 'server/cli.ts',
  prepare: 'server/prepare.ts',
  firstScreen: 'src/app/firstScreen.tsx',
};

/** React Router's package names only the build that warns of mistakes as it runs; the build without stands beside it. */
const ROUTER = join(import.meta.dirname, 'node_modules/react-router/dist/production');
const productionRouter = [
  { find: /^react-router$/, replacement: join(ROUTER, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: join(ROUTER, 'dom-export.mjs') },
];

/** Dexie's package names only its build for browsers of 2015; the one for today's beside it is an eighth smaller. */
const todaysDexie = { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' };

/** The server draws to text alone, and React's package brings what draws to streams with it. */
const textRenderer = {
  find: /^react-dom\/server$/,
  replacement: join(import.meta.dirname, 'node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js'),
};

/** What the worker draws an owner's page with: it knows it by its name too. */
const DRAWING = /^assets\/owner\/draw-/;

/** Where a part of the page goes, by what it holds. */
const folderOf = (moduleIds: readonly string[]): string => {
  const holds = (part: RegExp) => moduleIds.some((id) => part.test(id));
  return holds(SERVICE_PARTS) ? 'assets/service' : holds(OWNERS_PARTS) ? 'assets/owner' : 'assets';
};

/** What a file's content must be for the worker to keep it (sw/built.ts). */
const integrityOf = async (url: string) =>
  `sha256-${createHash('sha256')
    .update(await readFile(join('dist', url)))
    .digest('base64')}`;

/** Builds `sw/index.ts` to `/sw.js` with the list of files to precache and their hashes. Manifests are each clinic's own, so the server writes them. */
const worker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'index.ts',
    manifest: false,
    injectRegister: null,
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['**/*.{html,js,css,svg,webp,woff2}'],
      globIgnores: ['assets/service/**'],
      maximumFileSizeToCacheInBytes: 1_000_000,
      manifestTransforms: [
        async (files) => ({
          manifest: await Promise.all(
            files.map(async (file) => ({
              ...file,
              integrity: await integrityOf(file.url),
              ...(DRAWING.test(file.url) && { styles: drawnStyles }),
            })),
          ),
        }),
      ],
    },
    integration: {
      beforeBuildServiceWorker: (options) => {
        options.swDest = join(options.outDir, 'sw.js');
        options.injectManifest.swDest = options.swDest;
      },
    },
  });

const shortDistances = [
  { [constants.BROTLI_PARAM_NDIRECT]: 1 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 1, [constants.BROTLI_PARAM_NDIRECT]: 8 },
];

/** Writes a .br and a .gz beside every text file of the build, once it and the worker are complete. */
const precompressed = (): Plugin => {
  let folder = '';
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'precompressed',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const names = await readdir(folder, { recursive: true });
        for (const name of names.filter((each) => /\.(js|css|svg|html|json|txt)$/.test(each))) {
          const file = join(folder, name);
          const content = await readFile(file);
          // Minified code repeats itself at short distances; which of two ways to write them is shorter differs by 0.3 %.
          const ways = await Promise.all(
            (name.endsWith('.js') ? shortDistances : [{}]).map((way) =>
              brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, ...way } }),
            ),
          );
          await writeFile(`${file}.br`, ways.toSorted((one, other) => one.length - other.length)[0]!);
          await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
        }
      },
    },
  };
};

/** `npm run dev` is one command: Vite for the page, and the server behind its proxy, restarted when its code changes. */
const server = (): Plugin => ({
  name: 'server',
  apply: (_, { command, isPreview }) => command === 'serve' && !isPreview && process.env['VITEST'] === undefined,
  configureServer: (vite) => {
    const child = spawn(
      process.execPath,
      ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
      {
        env: { PUBLIC_URL: 'http://localhost:3000', ...process.env, PORT: String(API_PORT) },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const stop = () => void child.kill();
    process.once('exit', stop);
    vite.httpServer?.once('close', stop);
  },
});

/** The PDF library brings the metrics of fourteen fonts, which nothing makes smaller; `certificatePdf.ts` writes in two of them. */
const twoFonts = (): Plugin => ({
  name: 'two-fonts',
  apply: 'build',
  load: (id) =>
    /[\\/]standard-fonts[\\/](?!Helvetica(-Bold)?\.|all-encodings)[\w-]+\.compressed\.json$/.test(id) ? '""' : null,
});

/**
 * React Router's links, forms and route tables, of which the page uses none, are assigned names as the file is
 * evaluated, and so are kept as if they were used. Without those lines they are left out.
 */
const usedRouter = (): Plugin => ({
  name: 'used-router',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.(displayName|contextType) = .*;$/gm, '')
        .replaceAll(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2'),
      map: null,
    }),
  },
});

/** What stands in for packages and files where the worker draws an owner's page: it draws once, to text (src/app/saved). */
const standIns: Readonly<Record<string, string>> = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-router-dom': 'router',
  'src/shared/clinic/lazyParts.tsx': 'parts',
  '@reduxjs/toolkit': 'toolkit',
  'src/state/store.ts': 'store',
  'src/api/records/records.ts': 'records',
  'src/api/records/useReturn.ts': 'nothing',
  'src/features/appointments/usePick.ts': 'pick',
  'src/features/pets/EmailHistoryDialog.tsx': 'nothing',
  'src/features/pets/Medications.tsx': 'nothing',
  'src/shared/requests/WaitingRequests.tsx': 'nothing',
  'src/shared/install/InstallHelp.tsx': 'nothing',
  'src/offline/forWorker.ts': 'nothing',
};

const withStandIns = (): Plugin => ({
  name: 'stand-ins',
  enforce: 'pre',
  resolveId: {
    order: 'pre',
    async handler(source, importer, options) {
      if (importer === undefined) return null;
      const found = standIns[source] ? null : await this.resolve(source, importer, { ...options, skipSelf: true });
      const standIn =
        standIns[source] ?? (found && standIns[relative(import.meta.dirname, found.id).replaceAll('\\', '/')]);
      return standIn ? join(import.meta.dirname, 'src/app/saved/standIns', `${standIn}.ts`) : found;
    },
  },
});

/** The hashes of the drawing's styles, which a policy must allow: the worker's list names them with the drawing. */
let drawnStyles: string[] = [];

/** Builds what the worker draws an owner's page with, beside the files that only owners need. */
async function buildDrawing(folder: string, code: PageCode): Promise<void> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    css: { modules: { generateScopedName: classNameOf } },
    define: {
      'process.env.NODE_ENV': '"production"',
      __PAGE__: JSON.stringify(readTemplate()(savedPageOf(code))),
    },
    plugins: [withStandIns()],
    build: {
      write: false,
      lib: { entry: 'src/app/saved/draw.tsx', formats: ['iife'], name: 'drawing' },
    },
  })) as Rolldown.RolldownOutput[];
  const { output } = built[0]!;
  const style = output.map((file) => (file.type === 'asset' ? String(file.source).trim() : '')).join('');
  const withStyles = (first: string) =>
    output[0].code
      .replace(/\b__STYLE__\b/, () => JSON.stringify(style))
      .replace(/\b__FRAME_STYLE__\b/, () => JSON.stringify(first));
  // oxlint-disable-next-line no-new-func -- What was just built, run as the worker runs it.
  const { drawFrame } = new Function(`${withStyles('')};return drawing`)();
  const first = frameStyle(style, drawFrame);
  const script = withStyles(first);
  drawnStyles = [first, style].map((each) => `sha256-${createHash('sha256').update(each).digest('base64')}`);
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
  await mkdir(join(folder, 'assets/owner'), { recursive: true });
  await writeFile(join(folder, `assets/owner/draw-${hash}.js`), script);
}

/** Fills index.html: while developing for each page, and for the build once, as the page that the worker keeps. */
const page = (): Plugin => {
  let folder = '';
  return {
    name: 'page',
    apply: (config) => !config.build?.ssr,
    configResolved: (config) => void (folder = config.build.outDir),
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) => {
        if (path === `/${DESK_PAGE}`) return html;
        const code = {
          start: `/${entries.start}`,
          files: [`/${entries.main}`],
          parts: '/src/shared/clinic/drawnParts.tsx',
        };
        return templateOf(html)({ ...barePlaces, style: '', code: codeElements(code) });
      },
    },
    writeBundle: async () => {
      const code = pageCodeOf(JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')));
      await writeFile(join(folder, 'index.html'), readTemplate()(shellOf(code)));
      await buildDrawing(folder, code);
    },
  };
};

/**
 * Keeps every style sheet in the build: where its class names are written out in the scripts none imports the sheet any
 * more, and it would be left out as unused. A class of a script without a rule fails the build.
 */
const keptSheets = (): Plugin => {
  const classes = new Set<string>();
  return {
    name: 'kept-sheets',
    enforce: 'post',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transform: (code, id) => {
      if (!id.endsWith('.module.css')) return null;
      for (const [, name] of code.matchAll(/^export const \w+ = "(\w+)";$/gm)) classes.add(name!);
      return { code, map: null, moduleSideEffects: 'no-treeshake' };
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const css = Object.values(bundle)
          .map((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : ''))
          .join('');
        const ruled = new Set(css.match(/(?<=\.)[a-zA-Z]+/g));
        const missing = [...classes].filter((name) => !ruled.has(name));
        if (classes.size === 0 || missing.length > 0)
          this.error(`No style sheet of the build has ${missing.join(', ') || 'any class'}.`);
      },
    },
  };
};

const CLASS_NAME_LETTERS = 4;

/**
 * A class of a *.module.css file as the page carries it: the same in the page's build, the server's and the tests,
 * since the server draws the first screen and the page takes it over. Short, as it stands in scripts and sheets.
 */
const classNameOf = (name: string, file: string): string =>
  createHash('sha256')
    .update(`${relative(import.meta.dirname, file.split('?')[0]!).replaceAll('\\', '/')} ${name}`)
    .digest('base64')
    .replace(/[^a-z]/gi, '')
    .slice(0, CLASS_NAME_LETTERS);

/** The desk's page (D-420), which shares no file with the owners'. */
const DESK_PAGE = 'desk.html';

/** What the desk's list is drawn with: one file. */
const DESK_LIBRARIES =
  /[\\/]node_modules[\\/](react|react-dom|react-redux|react-router|react-router-dom|scheduler|redux|@reduxjs|immer|reselect|use-sync-external-store)[\\/]/;

/** While developing, answers the desk's addresses with its page. */
const deskPages = (): Plugin => ({
  name: 'desk-pages',
  apply: 'serve',
  configureServer: (vite) => {
    vite.middlewares.use((request, _reply, next) => {
      if (/^\/admin(\/|\?|$)/.test(request.url ?? '')) request.url = `/${DESK_PAGE}`;
      next();
    });
  },
});

/**
 * Lets the browser load the code and style of the desk's page beside its first file, which asks for the list meanwhile
 * (src/desk/first).
 */
const deskPreloads = (): Plugin => ({
  name: 'desk-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
      const main = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/desk/main.tsx'));
      if (!main) throw new Error('The desk has no main file.');
      const files = new Set<string>();
      const add = (fileName: string): void => {
        if (files.has(fileName)) return;
        files.add(fileName);
        chunks.find((chunk) => chunk.fileName === fileName)?.imports.forEach(add);
      };
      add(main.fileName);
      const sheets = chunks
        .filter(({ fileName }) => files.has(fileName))
        .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      const link = (rel: string, file: string) => ({
        tag: 'link',
        attrs: { rel, crossorigin: true, href: `/admin/${file}` },
        injectTo: 'head' as const,
      });
      return {
        html,
        tags: [
          ...[...files].filter((file) => !html.includes(file)).map((file) => link('modulepreload', file)),
          ...[...new Set(sheets)].filter((file) => !html.includes(file)).map((file) => link('stylesheet', file)),
        ],
      };
    },
  },
});

/** `vite build --mode desk`: the desk's page to dist-desk, with its files below /admin/assets. */
const deskBuild: UserConfig = {
  base: '/admin/',
  publicDir: false,
  resolve: { alias: [...productionRouter, todaysDexie] },
  plugins: [react(), usedRouter(), deskPreloads(), precompressed()],
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    outDir: 'dist-desk',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: DESK_PAGE,
      output: {
        // One file for the first list, and one for each part that comes later, as far as they share nothing.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'libraries', test: DESK_LIBRARIES, priority: 1 },
            // Nearly every part uses some of it: a file for each use would be a request each.
            { name: 'common', test: /[\\/]src[\\/](ui|domain|desk[\\/](api|keys|kept[\\/]drafts|undo))[\\/.]/ },
          ],
        },
        chunkFileNames: 'assets/[hash].js',
        entryFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
};

const ownersBuild = ({ command, isSsrBuild }: ConfigEnv): UserConfig => ({
  resolve: {
    alias: [
      todaysDexie,
      ...(command === 'build' ? productionRouter : []),
      ...(command === 'build' && isSsrBuild ? [textRenderer] : []),
    ],
  },
  plugins: [
    react(),
    ...(process.env['VITEST'] === undefined && !isSsrBuild ? [worker()] : []),
    server(),
    deskPages(),
    twoFonts(),
    usedRouter(),
    page(),
    precompressed(),
    keptSheets(),
  ],
  css: { modules: { generateScopedName: classNameOf } },
  server: {
    port: 3000,
    proxy: { '/api': behind, '^/[^/]+/(manifest\\.webmanifest|icons/.*)$': behind },
  },
  // With what the error service's library can do without.
  define: {
    // Else the server would load the React that warns of mistakes wherever NODE_ENV is not set, as in demo mode.
    ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
    __SENTRY_DEBUG__: 'false',
    __SENTRY_TRACING__: 'false',
    __SENTRY_EXCLUDE_REPLAY_WORKER__: 'true',
    __RRWEB_EXCLUDE_IFRAME__: 'true',
    __RRWEB_EXCLUDE_SHADOW_DOM__: 'true',
  },
  ssr: isSsrBuild
    ? {
        noExternal: true,
        external: [...loadedPackages, '@electric-sql/pglite/contrib/btree_gist', '@electric-sql/pglite/nodefs'],
      }
    : {},
  build: isSsrBuild
    ? {
        outDir: 'dist-ssr',
        copyPublicDir: false,
        target: 'node20.19',
        rolldownOptions: { input: serverEntries, output: { chunkFileNames: '[name]-[hash].js' } },
      }
    : {
        outDir: 'dist',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        manifest: true,
        rolldownOptions: {
          input: entries,
          // Class names stand where they are used: as variables that the files pass to each other they weigh 0.6 kB on the first screen.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            codeSplitting: {
              groups: [
                { name: 'selectors', test: /[\\/]node_modules[\\/]reselect[\\/]/, priority: 4 },
                { name: 'libraries', test: FIRST_SCREEN_LIBRARIES, priority: 3 },
                // One file, also of what later parts use too: each file of its own is a request and compresses worse.
                { name: 'first-screen', tags: ['$initial'], test: NOT_START, priority: 2 },
                { name: 'parts', test: FOLLOWING, priority: 1 },
                // The same for what nearly every later page uses some of: it comes with the first of them.
                { name: 'database', test: DATABASE_PARTS },
                // A file of its own, so that it is evaluated in a task of its own (src/app/main.tsx).
                { name: 'contract', test: CONTRACT_PARTS, priority: 1 },
                { name: 'data', test: DATA_PARTS },
                { name: 'ui', test: UI_PARTS },
                { name: 'call', test: CALL_PARTS },
                { name: 'questions', test: QUESTION_PARTS },
                { name: 'session', test: SESSION_PARTS },
                { name: 'saved', test: SAVED_PARTS },
                { name: 'forms', test: FORM_PARTS },
                { name: 'visits', test: VISIT_PARTS },
                { name: 'lists', test: LIST_PARTS },
                { name: 'sign-in', test: SIGN_IN_PARTS },
              ],
            },
            // The entry lists the files of every lazy part: short names keep it light (42 bits of a hash tell them apart).
            chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}/[hash:7].js`,
            entryFileNames: ({ name }) => `assets/${name === 'start' ? 'start/' : ''}[hash:7].js`,
            assetFileNames: 'assets/[hash:7][extname]',
          },
        },
      },
});

export default defineConfig((env) => (env.mode === 'desk' ? deskBuild : ownersBuild(env)));
