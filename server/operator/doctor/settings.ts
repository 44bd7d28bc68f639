import { version } from '../../system/version';
import { isLoopback, type Config } from '../../config/config';
import { MINUTE } from '../../../src/limits';
import { markLivesMs } from '../secretMarks';
import { addressFound, askAddress, healthIn, type Health } from './address';
import { portFindings } from './ports';
import { ageInWords, fine, note, wrong, type Finding } from './finding';

const patienceMs = 5_000;

/** What a portal at this origin says of itself, or null where none answers. */
async function healthAt(origin: string): Promise<Health | null> {
  try {
    const reply = await fetch(`${origin}/api/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    return healthIn(await reply.text());
  } catch {
    return null;
  }
}

/** Whether the settings make sense together, and where the portal answers. `runs`: a server has the embedded database. */
export async function settingsFindings(config: Config, runs: boolean): Promise<Finding[]> {
  const running = await healthAt(localOrigin(config));
  return [
    fine('settings', config.demo ? 'They are understood; demo mode is on.' : 'They are understood.'),
    ...(running === null && !runs ? await unstarted(config) : [serverFinding(running, config)]),
    ...(await addressFindings(config, running !== null || runs)),
    ...proxyFindings(config),
    config.pushOff === null ? fine('push', 'Push messages are signed and sent.') : note('push', config.pushOff),
  ];
}

const localOrigin = ({ host, port }: Config): string =>
  `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;

async function unstarted(config: Config): Promise<Finding[]> {
  const faults = await portFindings(config);
  return faults.length > 0 ? faults : [note('server', 'No server answers at PORT on this machine.')];
}

/** `running`: what the server at PORT says; null where the one that has the database is not there. */
function serverFinding(running: Health | null, config: Config): Finding {
  if (running === null)
    return config.port === 0
      ? fine('server', 'A server is running, at a port that these settings leave open.')
      : wrong(
          'server',
          `A server has the database open, and none answers at ${localOrigin(config)}.`,
          'Restart it, if HOST or PORT was changed; else read its log.',
        );
  if (running.status !== 'ok')
    return wrong(
      'server',
      `Version ${running.version} is running, and cannot use its database: nothing can be booked.`,
      'See what is said of the database, and its log. The server goes on by itself.',
    );
  if (running.version === version) return fine('server', `Version ${version} is running.`);
  return wrong(
    'server',
    `Version ${running.version} is running, and this is version ${version}.`,
    'Restart the server, so that the new version serves.',
  );
}

async function addressFindings(config: Config, isRunning: boolean): Promise<Finding[]> {
  const { publicUrl, publicUrlGiven } = config;
  const check = 'address';
  if (config.demo) return [];
  if (!publicUrlGiven)
    return [
      wrong(
        check,
        'Links in messages lead to localhost: PUBLIC_URL is not set.',
        'Set PUBLIC_URL to the address that owners open.',
      ),
    ];
  const { protocol, hostname } = new URL(publicUrl);
  if (isLoopback(hostname))
    return [
      wrong(
        check,
        `PUBLIC_URL is ${publicUrl}, which no owner can open.`,
        'Set PUBLIC_URL to the address that owners open.',
      ),
    ];
  if (protocol !== 'https:')
    return [
      wrong(
        check,
        `PUBLIC_URL is ${publicUrl}, without https: sign-ins travel readable, and nothing works without a network.`,
        'Put a proxy with TLS in front and set PUBLIC_URL to its https address.',
      ),
    ];
  return addressFound(publicUrl, await askAddress(publicUrl), isRunning, new Date());
}

function proxyFindings({ demo, host, trustProxy, publicUrl }: Config): Finding[] {
  if (demo || trustProxy !== false || !isLoopback(host) || isLoopback(new URL(publicUrl).hostname)) return [];
  return [
    wrong(
      'proxy',
      'The server listens on loopback, so a proxy stands before it, and TRUST_PROXY is false: all callers have one address, and share one limit.',
      'Set TRUST_PROXY to the number of proxies, mostly 1.',
    ),
  ];
}

/** Whether all servers on the database have the SECRET of these settings; nothing where none runs. */
export function secretFindings({ same, other }: { same: boolean; other: Date | null }, now: Date): Finding[] {
  const check = 'secret';
  if (other === null) return same ? [fine(check, 'All servers on the database have this SECRET.')] : [];
  return [
    wrong(
      check,
      `A server on this database has another SECRET, seen ${ageInWords(now.getTime() - other.getTime())} ago: codes that one sends are refused by the other, and browsers that owners signed in with count as new.`,
      `Give all servers one SECRET. Where it was just changed, this is over ${markLivesMs / MINUTE} minutes after the last server with the other one.`,
    ),
  ];
}
