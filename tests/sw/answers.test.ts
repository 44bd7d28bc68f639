import { describe, expect, test } from 'vitest';
import { answerFor, type Asked } from '../../sw/answers';

const origin = 'https://portal.example.com';
const isFile = (url: string) => url === `${origin}/index.html` || url === `${origin}/icons.svg`;
const asked = (path: string, more: Partial<Asked> = {}) =>
  answerFor({ method: 'GET', mode: 'cors', destination: '', url: new URL(path, origin).href, ...more }, origin, isFile);
const opened = (path: string) => asked(path, { mode: 'navigate', destination: 'document' });

describe('pages', () => {
  test.each([
    '/',
    '/oakwood',
    '/oakwood/',
    '/oakwood?redirect=pets',
    '/oakwood/pets',
    '/oakwood/appointments/12/reschedule',
    '/login',
    '/apiary',
    '/assets-clinic',
    '/admin-clinic',
  ])('%s is answered with the shell', (path) => expect(opened(path)).toBe('page'));

  test.each([
    '/api/demo/inbox',
    '/api',
    '/assets/index-abc.js',
    '/oakwood/manifest.webmanifest',
    '/oakwood/icons/192.png',
    '/robots.txt',
    '/admin',
    '/admin/inbox/request-1?clinic=oakwood',
  ])('%s is not a page of the portal', (path) => expect(opened(path)).toBeNull());

  test('a form sent to a page goes to the network', () => {
    expect(asked('/oakwood', { method: 'POST', mode: 'navigate' })).toBeNull();
  });
});

describe('the API and the desk', () => {
  test.each([
    '/api/health',
    '/api/tenant/v2/shops/oakwood',
    '/api/avatars/1.png',
    '/api',
    '/admin/assets/index-abc.js',
  ])('%s is never touched', (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect(asked(path, { method })).toBeNull();
      expect(asked(path, { method, destination: 'image' })).toBeNull();
    }
  });
});

describe('files and pictures', () => {
  test('the shell’s files come from the shell, also those of another version', () => {
    expect(asked('/icons.svg', { destination: 'image' })).toBe('file');
    expect(asked('/assets/step-of-another-version.js', { destination: 'script' })).toBe('file');
  });

  test('a clinic’s pictures and manifest are kept', () => {
    expect(asked('/oakwood/icons/192.png')).toBe('picture');
    expect(asked('/oakwood/avatar', { destination: 'image' })).toBe('picture');
    expect(asked('/oakwood/manifest.webmanifest', { destination: 'manifest' })).toBe('manifest');
  });

  test('another origin is left alone', () => {
    expect(asked('https://elsewhere.example.com/face.png', { destination: 'image' })).toBeNull();
    expect(asked('https://elsewhere.example.com/assets/a.js')).toBeNull();
  });

  test('anything else is left to the network', () => expect(asked('/robots.txt')).toBeNull());
});
