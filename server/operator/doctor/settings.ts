import { is, type as structType, string } from 'superstruct';
import { version } from '../../system/version';
import { isLoopback, type Config } from '../../config/config';
import { fine, note, wrong, type Finding } from './finding';

const Health = structType({ version: string() });
const patienceMs = 5_000;

/** What a portal at this origin says of itself: its version, or null where none answers. */
async function versionAt(origin: string): Promise<string | null> {
  try {
    const reply = await fetch(`${origin}/api/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    const said: unknown = await reply.json();
    return is(said, Health) ? said.version : null;
  } catch {
    return null;
  }
}

/** Whether the settings make sense together, and where the portal answers. `isServing`: this process is the server. */
export async function settingsFindings(config: Config, isServing: boolean): Promise<Finding[]> {
  const running = isServing ? version : await versionAt(localOrigin(config));
  return [
    fine('settings', config.demo ? 'They are understood; demo mode is on.' : 'They are understood.'),
    serverFinding(running),
    ...(await addressFindings(config, running !== null)),
    ...proxyFindings(config),
    config.pushOff === null ? fine('push', 'Push messages are signed and sent.') : note('push', config.pushOff),
  ];
}

const localOrigin = ({ host, port }: Config): string =>
  `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;

function serverFinding(running: string | null): Finding {
  if (running === null) return note('server', 'No server answers at PORT on this machine.');
  if (running === version) return fine('server', `Version ${running} is running.`);
  return wrong(
    'server',
    `Version ${running} is running, and this is version ${version}.`,
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
  const served = await versionAt(publicUrl);
  if (served !== null) return [fine(check, `${publicUrl} leads to a portal, version ${served}.`)];
  if (!isRunning) return [note(check, `${publicUrl} was not tried to the end, since no server runs here.`)];
  return [
    wrong(
      check,
      `${publicUrl}/api/health does not answer as the portal does, and the server here runs.`,
      'Check the name in DNS, the proxy and its certificate.',
    ),
  ];
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
