import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clinic } from '../../calls/clinic';
import type { Services } from '../../calls/services';
import { isUnavailable } from '../../db/faults';
import { clinicToShow } from '../clinics/repository';
import { faultForLog } from '../../system/faultForLog';
import { LeastRecentlyUsed } from '../../system/leastRecentlyUsed';
import { shopReply } from '../shop/routes';
import { addressOf } from './addresses';
import { builtFolders, readBuild, readDesk, type Build, type Folders } from './build';
import { documentOf, type Shown } from './document';
import { iconOf, isIcon } from './icons';
import { manifestOf } from './manifest';
import { deskPolicy, pagePolicy } from './policy';

type Page = {
  html: Buffer;
  /** Compressed for the first that asks for it. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
  etag: string;
  policy: string;
};

/** A clinic's page as last made: of which version of the clinic, and for which minute where it tells the time. */
type Made = { of: string; page: Page };

/**
 * Serves everything except the API: the built files, each clinic's manifest and icons, and the HTML of every page.
 * Nothing here depends on who is signed in.
 */
export async function pageRoutes(
  app: FastifyInstance,
  services: Services,
  folders: Folders = builtFolders,
): Promise<void> {
  const build = await readBuild(folders, services.log);
  if (build) await serveFiles(app, services, build, folders);
  clinicFiles(app, services);
  pages(app, services, build, await readDesk(folders));
}

/**
 * Serves the built files. Browsers keep those with a hash in their name for a year, and ask for the others each time.
 */
async function serveFiles(app: FastifyInstance, services: Services, build: Build, folders: Folders): Promise<void> {
  await app.register(fastifyStatic, {
    root: folders.page,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
  });
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(`assets/${request.params['*']}`),
  );
  app.get<{ Params: { '*': string } }>('/admin/assets/*', (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(`assets/${request.params['*']}`, folders.desk),
  );
  for (const name of build.files) {
    app.get(`/${name}`, (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      // The service worker stores index.html with its headers and answers every page with it.
      if (name === 'index.html') reply.header('content-security-policy', pagePolicy(services.config, null));
      // The worker runs one text that it has saved and knows by its hash (sw/savedPage.ts).
      if (name === 'sw.js')
        reply.header('content-security-policy', "default-src 'self'; script-src 'self' 'unsafe-eval'");
      return reply.sendFile(name);
    });
  }
  if (!build.files.includes('robots.txt')) {
    app.get('/robots.txt', (_request, reply) =>
      reply.type('text/plain').header('cache-control', 'no-cache').send('User-agent: *\nDisallow: /api/\n'),
    );
  }
}

/** Serves a clinic's manifest and icons (D-11). Drawn icons are kept in memory by the clinic's version. */
function clinicFiles(app: FastifyInstance, { db }: Services): void {
  const icons = new LeastRecentlyUsed<string, Promise<Buffer>>(400);

  app.get<{ Params: { clinic: string } }>('/:clinic/manifest.webmanifest', async (request, reply) => {
    const clinic = await clinicToShow(db, request.params.clinic);
    if (!clinic) return nothing(reply);
    const body = JSON.stringify(manifestOf(clinic.shop));
    return sendFile(
      request,
      reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache'),
      body,
    );
  });

  app.get<{ Params: { clinic: string; name: string } }>('/:clinic/icons/:name', async (request, reply) => {
    const { clinic: id, name } = request.params;
    const clinic = isIcon(name) ? await clinicToShow(db, id) : null;
    if (!clinic) return nothing(reply);
    const icon = await icons.get(`${id} ${clinic.version} ${name}`, () => iconOf(clinic.shop, name));
    return sendFile(request, reply.type('image/png').header('cache-control', 'public, max-age=3600'), icon);
  });
}

/** Serves every other address: a page, a redirect or 404. */
function pages(app: FastifyInstance, services: Services, build: Build | null, desk: string | null): void {
  const deskPage = desk === null ? null : madeOf(desk, deskPolicy);
  const pages = new LeastRecentlyUsed<string, Made>(200);
  // One page takes the place of its last one, which nobody asks for any more.
  const kept = (name: string, of: string, make: () => Page): Page => {
    const known = pages.find(name);
    if (known?.of === of) return known.page;
    const page = make();
    pages.set(name, { of, page });
    return page;
  };

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return nothing(reply);
    const address = addressOf(request.url, request.query as Record<string, unknown>);
    if (address.kind === 'none') return nothing(reply);
    request.pagePattern = patterns[address.kind];
    if (address.kind === 'lower') return reply.redirect(address.url, 308);
    if (address.kind === 'desk') {
      if (!deskPage) return notBuilt(reply);
      return sendPage(request, reply.code(address.isPage ? 200 : 404), deskPage);
    }
    if (!build) return notBuilt(reply);

    const bare = () => kept('app', '', () => pageOf(build, services, null));
    let clinic: Clinic | null = null;
    try {
      if (address.kind === 'clinic') clinic = await clinicToShow(services.db, address.clinicId);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      request.log.error({ fault: faultForLog(error) }, 'a page is shown without its clinic');
      // The app asks for the clinic again, and says meanwhile that it cannot be reached.
      return sendPage(request, reply.code(503).header('retry-after', '2'), bare());
    }
    if (!clinic || address.kind === 'app')
      return sendPage(request, reply.code(address.kind === 'app' ? 200 : 404), bare());
    const nowIso = address.isFirstScreen && build.renderFirstScreen ? minuteOf(services.clock.now()) : null;
    const name = `${clinic.id} ${address.page} ${address.isFirstScreen}`;
    const page = kept(name, `${clinic.version} ${nowIso}`, () => {
      const shop = shopReply(clinic, services.config);
      const firstScreen =
        nowIso !== null && build.renderFirstScreen ? { nowIso, markup: build.renderFirstScreen(shop, nowIso) } : null;
      return pageOf(build, services, { shop, page: address.page, firstScreen });
    });
    return sendPage(request, reply.code(address.page ? 200 : 404), page);
  });
}

/** What the log and the metrics call the pages; no clinic is named. */
const patterns = { app: '/', desk: '/admin', clinic: '/:clinic', lower: '/:clinic' } as const;

/** Rounds down to the minute, since the first screen tells when the clinic closes, to the minute. */
const minuteOf = (now: Date): string => `${now.toISOString().slice(0, 16)}:00.000Z`;

const compress = {
  br: (bytes: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        // A page is far smaller than the window that is made room for otherwise, 4 MB at each compression.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
};
type Encoding = keyof typeof compress;

function pageOf(build: Build, { config }: Services, shown: Shown | null): Page {
  const { html, styleHash } = documentOf(build, shown);
  return madeOf(html, pagePolicy(config, styleHash));
}

function madeOf(html: string, policy: string): Page {
  const bytes = Buffer.from(html);
  return { html: bytes, compressed: {}, etag: etagOf(bytes), policy };
}

const etagOf = (body: Buffer | string): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    etag: page.etag,
  });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (encoding === null) return reply.send(page.html);
  return reply
    .header('content-encoding', encoding)
    .send(await (page.compressed[encoding] ??= compress[encoding](page.html)));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, body: Buffer | string): FastifyReply {
  const etag = etagOf(body);
  reply.header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body);
}

const notBuilt = (reply: FastifyReply): FastifyReply =>
  reply.code(503).type('text/plain').send('The pages are not built: npm run build');

const nothing = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send('There is nothing at this address.');
