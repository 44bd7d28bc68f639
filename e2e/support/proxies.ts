import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { find, paths } from '../../tests/support/install';
import { sparePort } from '../../tests/support/port';
import type { Release } from './release';

/** The name that the owners' address has in these tests; the browser finds it on this machine. */
export const host = 'portal.test';

export type ProxyName = 'nginx' | 'Caddy';
export type Proxy = { origin: string; stop: () => Promise<void> };

/** Throws unless every replaced text is there, since the shipped lines are what is tried. */
function replaced(text: string, ...pairs: [string, string][]): string {
  return pairs.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`The lines have no "${from}".`);
    return now.replaceAll(from, to);
  }, text);
}

const programs = { nginx: 'nginx', Caddy: 'caddy' } as const;

/**
 * Starts a proxy with TLS on loopback before a release, on a spare port, with the lines that the release brings for it;
 * only names, ports and the certificate are put in. Throws where the program is missing, with what to install.
 */
export async function startProxy(
  name: ProxyName,
  release: Pick<Release, 'read' | 'port'>,
  port: number,
): Promise<Proxy> {
  const program = find([programs[name]], [...paths(), '/usr/sbin', '/usr/local/bin']);
  if (program === null)
    throw new Error(`${name} is not installed (on Debian: sudo apt-get install ${programs[name]} openssl).`);
  const folder = await mkdtemp(join(tmpdir(), 'portal-proxy-'));
  const { certificate, key } = selfSigned(folder);
  const file = join(folder, 'lines');
  let args: string[];
  if (name === 'nginx') {
    const plain = await sparePort();
    const lines = replaced(
      await release.read('deploy/nginx.conf'),
      ['portal.example;', `${host};`],
      ['127.0.0.1:3000', `127.0.0.1:${release.port}`],
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['listen [::]:80;', ''],
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      ['listen [::]:443 ssl http2;', ''],
      ['/etc/letsencrypt/live/portal.example/fullchain.pem', certificate],
      ['/etc/letsencrypt/live/portal.example/privkey.pem', key],
    );
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${folder}/${each};`,
    );
    const user = process.getuid?.() === 0 ? 'user nobody nogroup;' : '';
    await writeFile(
      file,
      `${user} daemon off; pid ${folder}/pid; events {} http { access_log off; ${kept.join(' ')}\n${lines}\n}`,
    );
    args = ['-e', 'stderr', '-p', folder, '-c', file];
  } else {
    const lines = replaced(
      await release.read('deploy/Caddyfile'),
      ['\nportal.example {', `\nhttps://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
      ['127.0.0.1:3000', `127.0.0.1:${release.port}`],
    );
    await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${lines}`);
    args = ['run', '--adapter', 'caddyfile', '--config', file];
  }
  await mkdir(join(folder, 'home'));
  const env = { PATH: paths().join(delimiter), HOME: join(folder, 'home') };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => void (said += text));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const until = Date.now() + 20_000; !(await takesConnections(port)); await pause(50))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${name} does not run:\n${said}`);
  return {
    origin: `https://${host}:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', end);
      await rm(folder, { recursive: true });
    },
  };
}

function selfSigned(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '2'];
  const kind = ['-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', ...kind, ...names, '-out', certificate, '-keyout', key], { stdio: 'ignore' });
  return { certificate, key };
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
