import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/**
 * What becomes of a request: it passes, it never arrives, its reply is lost after the server has done it, half of its
 * reply comes as if that were all, it is neither answered nor refused, it passes late, or the caller gets another answer,
 * before or (`isDone`) after the server has done it.
 */
export type Fate =
  | 'pass'
  | 'dropRequest'
  | 'dropReply'
  | 'half'
  | 'hang'
  | 'late'
  | { status: number; headers?: Record<string, string>; body?: string; isDone?: boolean };
export type Asked = { method: string; path: string; headers: IncomingHttpHeaders };

/** How a later build differs: a text of the build with its path, as that build would have it; and the path that this build has it under. */
export type LaterBuild = {
  isChanged(path: string): boolean;
  change(path: string, text: string): string;
  pathBefore(path: string): string;
};

/** How much later a request passes that does so late. */
export const lateMs = 7000;

const refused = JSON.stringify({ success: false, code: 'internal', message: 'Refused on the way.' });

/** Asks for the whole file as it is: no other encoding, no "unless it changed". */
const plainly = ({
  'accept-encoding': _e,
  'if-none-match': _m,
  'if-modified-since': _s,
  ...rest
}: IncomingHttpHeaders) => rest;
const withoutLength = ({ 'content-length': _l, etag: _e, 'last-modified': _m, ...rest }: IncomingHttpHeaders) => rest;

/** Stands before a server: loses requests and replies as a bad network would, and serves what a later build would. */
export async function proxyOf(origin: string) {
  let fate: (asked: Asked) => Fate = () => 'pass';
  let later: LaterBuild | null = null;
  /** Requests and what became of them, in order. */
  const seen: { asked: Asked; fate: Fate }[] = [];

  const proxy = createServer((incoming, outgoing) => {
    const asked = { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers: incoming.headers };
    const its = fate(asked);
    seen.push({ asked, fate: its });
    if (its === 'dropRequest') return void incoming.destroy();
    if (its === 'hang') return void incoming.resume();
    if (typeof its === 'object' && !its.isDone) return incoming.resume().on('end', () => answer(outgoing, its));
    if (its === 'late') return void setTimeout(() => forward(incoming, outgoing, asked, its), lateMs);
    return forward(incoming, outgoing, asked, its);
  });

  function forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { method, path, headers }: Asked,
    its: Fate,
  ): void {
    const build = later?.isChanged(path) ? later : null;
    const isChanged = build !== null || its === 'half';
    const passed = request(
      new URL(build ? build.pathBefore(path) : path, origin),
      { method, headers: isChanged ? plainly(headers) : headers },
      (reply) => {
        if (its === 'dropReply') return reply.resume().on('end', () => outgoing.destroy());
        if (typeof its === 'object') return reply.resume().on('end', () => answer(outgoing, its));
        outgoing.writeHead(reply.statusCode ?? 502, isChanged ? withoutLength(reply.headers) : reply.headers);
        if (!isChanged) return reply.pipe(outgoing);
        let text = '';
        return reply
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => {
            const whole = build ? build.change(path, text) : text;
            outgoing.end(its === 'half' ? whole.slice(0, whole.length / 2) : whole);
          });
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }

  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    seen,
    decide: (next: (asked: Asked) => Fate) => void (fate = next),
    /** From now on a later build is served. */
    publish: (build: LaterBuild) => void (later = build),
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((closed) => proxy.close(closed));
    },
  };
}

const answer = (outgoing: ServerResponse, { status, headers = {}, body = refused }: Exclude<Fate, string>) =>
  outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);

/** What a login page of a train's network, or one that says that the server is being looked after, answers for everything. */
export const loginPage = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Welcome aboard</title><h1>Please accept our terms</h1>',
} as const;

/** A build whose worker alone differs. */
export const laterWorker: LaterBuild = {
  isChanged: (path) => path === '/sw.js',
  change: (_, text) => `${text}\n// later\n`,
  pathBefore: (path) => path,
};

const suffix = '-later';

/**
 * A build whose every script has another name, as any change of the code brings, and whose database is a version
 * further.
 */
export function laterDatabase(): LaterBuild {
  const names = readdirSync('dist/assets', { recursive: true, encoding: 'utf8' });
  const stems = names.filter((name) => name.endsWith('.js')).map((name) => basename(name, '.js'));
  const named = new RegExp(
    `(?<![\\w-])(${stems.map((stem) => stem.replace(/[^\w]/g, '\\$&')).join('|')})\\.js\\b`,
    'g',
  );
  const pathBefore = (path: string) => path.replace(`${suffix}.js`, '.js');
  const changed = (text: string) =>
    text
      .replace(named, `$1${suffix}.js`)
      .replaceAll('"revision":"', '"revision":"later')
      .replace(
        /this\.version\((\d+)\)\.stores\(\{[^}]*\}\)(?!,this\.version)/,
        (last, version: string) => `${last},this.version(${Number(version) + 1}).stores({later:"id"})`,
      );
  const isChanged = (path: string) =>
    path === '/sw.js' ||
    path.includes(`${suffix}.js`) ||
    !/^\/(api|assets)\/|\.\w+$/.test(path) ||
    path === '/index.html';
  /** The worker's list says what each file's content is. */
  const listed = (text: string) =>
    text.replace(/"integrity":"[^"]*"(,"revision":[^,]+,"url":"([^"]+)")/g, (entry, rest: string, url: string) => {
      if (!isChanged(`/${url}`)) return entry;
      const content = changed(readFileSync(join('dist', pathBefore(url)), 'utf8'));
      return `"integrity":"sha256-${createHash('sha256').update(content).digest('base64')}"${rest}`;
    });
  return { isChanged, change: (path, text) => (path === '/sw.js' ? listed(changed(text)) : changed(text)), pathBefore };
}
