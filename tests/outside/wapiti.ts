import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, create, record, string, type } from 'superstruct';
import { howToInstall, runFor, whereIs, type Outcome } from './tools';
import type { Vulnerable } from './vulnerable';

const tool = 'wapiti';
const Rows = record(string(), array(type({ method: string(), path: string(), info: string() })));
const Report = type({ vulnerabilities: Rows, anomalies: Rows });

/** All that need neither a list from the network nor a password to guess, and that ask no other machine. */
const modules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,sql,xss,xxe';
/** How long it may look for pages, and how long each module may try them, seconds. */
const seconds = { crawl: 60, attack: 60 };

/** Reads wapiti's report: its vulnerabilities and anomalies, each by the path. */
function readWapiti(json: string): { where: string; what: string }[] {
  const { vulnerabilities, anomalies } = create(JSON.parse(json), Report);
  return [vulnerabilities, anomalies].flatMap((kinds) =>
    Object.entries(kinds).flatMap(([kind, rows]) =>
      rows.map(({ method, path, info }) => ({
        where: `${method} ${path.replace(/\?.*/, '')}`,
        what: `${kind}: ${info}`,
      })),
    ),
  );
}

/** wapiti at the built server, from the pages named; what its crawler reaches from there is attacked. */
export async function wapiti(origin: string, paths: readonly string[], vulnerable: Vulnerable): Promise<Outcome> {
  const program = whereIs(tool);
  if (program === null) return { tool, findings: [], ran: [], missing: [howToInstall(tool)] };
  const folder = await mkdtemp(join(tmpdir(), 'portal-wapiti-'));
  const scan = async (url: string, starts: readonly string[], which: string) => {
    const report = join(folder, 'report.json');
    await rm(report, { force: true });
    const target = ['-u', url, ...starts.flatMap((start) => ['-s', start])];
    const given = ['-m', which, '-f', 'json', '-o', report, '--flush-session', '--no-bugreport', '-v', '1'];
    given.push('--store-session', join(folder, 'session'));
    given.push('--max-scan-time', String(seconds.crawl), '--max-attack-time', String(seconds.attack));
    const { output } = await runFor(
      program,
      [...target, ...given],
      (seconds.crawl + modules.split(',').length * seconds.attack) * 1000,
      { HOME: folder },
    );
    return { output, found: await readFile(report, 'utf8').then(readWapiti, () => null) };
  };

  const known = await scan(vulnerable.page, [], 'xss');
  if (!known.found?.some(({ what }) => what.includes('Cross Site Scripting')))
    return { tool, findings: [], ran: [], missing: ['It does not find the script that the vulnerable page lets in.'] };

  const starts = paths.map((path) => `${origin}${path}`);
  const { found, output } = await scan(`${origin}/`, starts, modules);
  await rm(folder, { recursive: true, force: true });
  if (found === null) return { tool, findings: [], ran: [], missing: [`It made no report: ${output.slice(-300)}`] };
  const crawled = /(\d+) URLs[^\n]*/i.exec(output)?.[0] ?? `${paths.length} pages`;
  return { tool, findings: found.map((one) => ({ tool, ...one })), ran: [`${modules}; ${crawled}`], missing: [] };
}
