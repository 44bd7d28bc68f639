import { Resvg } from '@resvg/resvg-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shortName } from '../../../server/modules/page/manifest';
import { clinicFile } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';

/** A picture of one colour; its PNG twin for the other form of avatar. */
const red =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#ff0000"/></svg>';
const redPng = new Resvg(red).render().asPng().toString('base64');

const avatars: Record<string, string | undefined> = {
  'no-avatar': undefined,
  'svg-text': `data:image/svg+xml,${encodeURIComponent(red)}`,
  'svg-base64': `data:image/svg+xml;base64,${Buffer.from(red).toString('base64')}`,
  png: `data:image/png;base64,${redPng}`,
  broken: 'data:image/svg+xml,%3Csvg',
  remote: 'https://clinic.example/logo.png',
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: Object.entries(avatars).map(([id, avatar]) =>
      clinicFile({ shop: { id, name: 'Oakwood Animal Hospital', avatar, metadata: { brandColor: '#0f766e' } } }),
    ),
  });
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });

/** Width, height, and the colour of the pixel in the middle, told by drawing the PNG once more. */
function seen(png: Buffer): { width: number; height: number; middle: number[]; corner: number[] } {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const drawn = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  ).render();
  const at = (x: number, y: number) => [...drawn.pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
  return { width, height, middle: at(width / 2, height / 2), corner: at(1, 1) };
}

it('is one app a clinic, opened at the pets', async () => {
  const { body, headers } = await get('/png/manifest.webmanifest');
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  expect(JSON.parse(body)).toMatchObject({
    id: '/png',
    scope: '/png',
    start_url: '/png/pets',
    name: 'Oakwood Animal Hospital',
    short_name: 'Oakwood',
    display: 'standalone',
    theme_color: '#0f766e',
    background_color: '#e0f2f0',
    icons: [
      { src: '/png/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/png/icons/512.png', sizes: '512x512', purpose: 'any' },
      { src: '/png/icons/maskable-512.png', sizes: '512x512', purpose: 'maskable' },
    ],
  });
});

it.each(Object.keys(avatars))('draws every icon of a clinic with the avatar %s', async (id) => {
  const drawn = ['svg-text', 'svg-base64', 'png'].includes(id);
  for (const [name, size] of [
    ['192', 192],
    ['512', 512],
    ['maskable-512', 512],
    ['apple-touch-180', 180],
  ] as const) {
    const { rawPayload, headers, statusCode } = await get(`/${id}/icons/${name}.png`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    const { width, height, middle, corner } = seen(rawPayload);
    expect([width, height]).toEqual([size, size]);
    if (drawn) expect(middle).toEqual([255, 0, 0, 255]);
    else expect(middle[3]).toBe(255);
    if (name === 'maskable-512') expect(corner).toEqual([0x0f, 0x76, 0x6e, 255]);
    else if (name === 'apple-touch-180') expect(corner[3]).toBe(255);
    else expect(corner[3]).toBe(0);
  }
});

it('lets a browser keep its copy', async () => {
  for (const url of ['/png/manifest.webmanifest', '/png/icons/192.png']) {
    const { headers } = await get(url);
    expect((await get(url, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
  }
});

it.each([
  ['Oakwood Animal Hospital', 'Oakwood'],
  ['Willow', 'Willow'],
  ['The Cat Clinic', 'The Cat'],
  ['Harborsideveterinarygroup', 'Harborsideveterinarygroup'],
])('shortens %s to %s', (name, short) => {
  expect(shortName(name)).toBe(short);
});
