import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';
import { createServer as createHttp } from 'node:http';
import type { Config } from '../../../../server/config/config';
import type { Finding } from '../../../../server/operator/doctor/finding';

const closing: Server[] = [];

export async function closeAll(): Promise<void> {
  for (const server of closing.splice(0)) await new Promise((resolve) => server.close(resolve));
}

async function listening(server: Server): Promise<number> {
  closing.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A mail server that takes or refuses sign-ins, and notes what it is told. */
export async function mailServer({ takes }: { takes: boolean }): Promise<{ url: string; told: string[] }> {
  const told: string[] = [];
  const port = await listening(
    createTcp((socket) => {
      socket.setEncoding('utf8').on('error', () => {});
      socket.write('220 test\r\n');
      socket.on('data', (chunk: string) => {
        for (const line of chunk.split('\r\n').filter((one) => one !== '')) {
          told.push(line.split(' ')[0] ?? '');
          if (/^EHLO/i.test(line)) socket.write('250-test\r\n250 AUTH PLAIN\r\n');
          else if (/^AUTH/i.test(line)) socket.write(takes ? '235 ok\r\n' : '535 5.7.8 Bad credentials\r\n');
          else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
          else socket.write('250 ok\r\n');
        }
      });
    }),
  );
  return { url: `smtp://user:password@127.0.0.1:${port}`, told };
}

/** A server that answers every request so. */
export async function httpServer(
  status: number,
  { headers = {}, body = '{}' }: { headers?: Record<string, string>; body?: string } = {},
): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  return { origin: `http://127.0.0.1:${await listening(server)}`, asked };
}

/** A port on which nobody listens. */
export async function deadPort(): Promise<number> {
  const server = createTcp();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The findings of a check, as [state, sentence, what to do]. */
export const about = (findings: readonly Finding[], check: string): [string, string, string | null][] =>
  findings.filter((one) => one.check === check).map(({ state, says, todo }) => [state, says, todo]);

/** The settings of a clinic's own server, on which demo mode is off. */
export const inUse = (config: Config, more: Partial<Config> = {}): Config => ({
  ...config,
  demo: false,
  publicUrl: 'https://portal.invalid',
  publicUrlGiven: true,
  trustProxy: 1,
  ...more,
});
