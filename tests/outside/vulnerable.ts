import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { reply, tinyServer } from '../support/tinyServer';
import type { Captured } from './captured';

export type Vulnerable = Awaited<ReturnType<typeof vulnerableServer>>;

/**
 * A tiny server with the faults that the testers look for, so that one that finds nothing because it is set up wrongly
 * is noticed: what it is asked for goes unescaped into a statement of PostgreSQL, and into a page.
 */
export async function vulnerableServer() {
  const db = new PGlite();
  await db.exec("create table pets (name text); insert into pets values ('Rex'), ('Tia')");
  const server = await tinyServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (url.pathname === '/api/page') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      return void response.end(
        `<!doctype html><h1>Hello ${url.searchParams.get('name') ?? ''}</h1><form action="/api/page"><input name="name" value="Rex"><button>Go</button></form>`,
      );
    }
    const name =
      request.method === 'POST'
        ? (JSON.parse(request.body) as { name: string }).name
        : decodeURIComponent(url.pathname.slice('/api/pets/'.length));
    db.query(`select name from pets where name = '${name}'`).then(
      ({ rows }) => reply(response, 200, { success: true, data: rows }),
      () => reply(response, 400, { success: false }),
    );
  });
  const requests: Captured[] = [
    { route: 'GET /pets/:name', method: 'GET', url: `${server.base}/pets/Rex*`, headers: {}, body: null, marks: 1 },
    {
      route: 'POST /pets',
      method: 'POST',
      url: `${server.base}/pets`,
      headers: { 'Content-Type': 'application/json' },
      body: '{"age":3*,"name":"Rex*"}',
      marks: 2,
    },
  ];
  return {
    page: `${server.base}/page`,
    /** Requests of its routes that can be injected into. */
    requests,
    close: async () => {
      await server.close();
      await db.close();
    },
  };
}

/** A server that a few slow callers keep from everybody else: it takes ten connections and waits for each for ever. */
export async function slowServer() {
  const server = createServer((_request, response) => response.end('ok'));
  server.maxConnections = 10;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
