import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/**
 * What happens to a request: it passes, it never arrives, its reply is lost after the server has acted, half of its
 * reply arrives as if it were all, it hangs without an answer, it passes late, or the caller gets another answer,
 * before or (`isDone`) after the server has acted.
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

/**
 * How a later build differs from the current one: whether a path's file does, what its text becomes, and which path
 * of the current build a path stands for.
 */
export type LaterBuild = {
  isChanged(path: string): boolean;
  change(path: string, text: string): string;
  pathBefore(path: string): string;
};

/** The delay of a request that passes late, milliseconds. */
export const lateMs = 7000;

const refused = JSON.stringify({ success: false, code: 'internal', message: 'Refused on the way.' });

/** Returns the request's headers so that the reply is the whole file: no compression, no "not modified". */
const plainly = ({
  'accept-encoding': _e,
  'if-none-match': _m,
  'if-modified-since': _s,
  ...rest
}: IncomingHttpHeaders) => rest;
const withoutLength = ({ 'content-length': _l, etag: _e, 'last-modified': _m, ...rest }: IncomingHttpHeaders) => rest;

/** Starts a proxy for a server that loses requests and replies like a bad network, and can serve a later build. */
export async function proxyOf(origin: string) {
  let fate: (asked: Asked) => Fate = () => 'pass';
  let later: LaterBuild | null = null;
  /** Requests and what happened to them, in order. */
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
    /** Serves a later build from now on. */
    publish: (build: LaterBuild) => void (later = build),
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((closed) => proxy.close(closed));
    },
  };
}

const answer = (outgoing: ServerResponse, { status, headers = {}, body = refused }: Exclude<Fate, string>) =>
  outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);

/** The page with which a train's login network or a maintenance page answers every request. */
export const loginPage = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Welcome aboard</title><h1>Please accept our terms</h1>',
} as const;

/** A build that differs only in its worker. */
export const laterWorker: LaterBuild = {
  isChanged: (path) => path === '/sw.js',
  change: (_, text) => `${text}\n// later\n`,
  pathBefore: (path) => path,
};

const suffix = '-later';

/**
 * Makes a build in which every script has another name, as after any change of code, and the database's version is
 * one higher.
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
  /** Updates the hashes in the worker's list of files for the files that differ. */
  const listed = (text: string) =>
    text.replace(
      /"integrity":"[^"]*"(,"revision":[^,]+,(?:"styles":\[[^\]]*\],)?"url":"([^"]+)")/g,
      (entry, rest: string, url: string) => {
        if (!isChanged(`/${url}`)) return entry;
        const content = changed(readFileSync(join('dist', pathBefore(url)), 'utf8'));
        return `"integrity":"sha256-${createHash('sha256').update(content).digest('base64')}"${rest}`;
      },
    );
  return { isChanged, change: (path, text) => (path === '/sw.js' ? listed(changed(text)) : changed(text)), pathBefore };
}
