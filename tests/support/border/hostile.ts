/** What stands in everything hostile, so that an echo of it is seen. */
export const mark = 'zq7kx';

const nested = (open: string, close: string, depth: number): string => `${open.repeat(depth)}${close.repeat(depth)}`;
const text = (value: string): string => JSON.stringify(value);

/** Values for a field of a body, as they stand in its JSON. */
export const hostileJson: readonly string[] = [
  'null', 'true', 'false', '0', '-1', '1e308', '1e400', '-0', '4294967296.5', '""', '" "', '[]', '{}', '[null]', '[""]',
  `{"toString":"${mark}"}`, '{"toString":1}', '{"valueOf":null,"toString":null}', `{"toJSON":"${mark}"}`, '{"then":1}', '{"length":1}', `{"type":"${mark}","schema":{}}`, '{"$ne":null}',
  nested('[', ']', 5000), `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, `[${Array.from({ length: 2000 }, () => text(mark)).join()}]`,
  text(mark), text(`\0${mark}`), '"\\ud800"', `"${mark}\\udc00"`, text(`\u202e${mark}\u2066`), text('\u200b'), text('\ufeff'), text('\ufffe\uffff'), text('\u0007\u001b[2J'), text('\r\nBcc: x@example.com'),
  text('x'.repeat(256)), text('x'.repeat(4000)), text('é'.repeat(255)), text('😀'.repeat(127)), text('Z͑ͫ̓ͪ'.repeat(40)), text('1'.repeat(300)),
  text(`'; drop table clinics; -- ${mark}`), text(`<script>${mark}</script>`), text(`{{${mark}}} %s %n \${${mark}}`), text(`../../${mark}`), text(`%00${mark}`), text('__proto__'), text('constructor'), text('NaN'),
  ...['0000-01-01', '0001-01-01', '0999-12-31', '9001-01-01', '9999-12-31', '2026-02-30', '2026-13-01', '-000001-01-01'].map(text),
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z', '1000-01-01T00:00:00Z', '9000-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-11-25T24:00:00Z', '2026-11-25T23:59:60Z', '2026-11-25T10:00:00+99:99'].map(text),
  ...['+999999999999999', '0000000000', '٠١٢٣٤٥٦٧٨٩', '5125550111;ext=1', `${mark}@example.com\u0000`, `"${mark}"@example.com`, `${mark}@xn--\u00e9.com`].map(text),
];

/** Values for a part of an address, as they stand in it. */
export const hostileAddress: readonly string[] = [
  '', '%00', `${mark}%00`, '%zz', '%', '%ff%fe', '%ed%a0%80', '%c0%80', '..', '%2e%2e%2f%2e%2e', '%2f', '%5c', '.', `${mark}%0d%0aset-cookie:x=1`, '%F0%9F%98%80', 'x'.repeat(128), 'x'.repeat(300), 'x'.repeat(9000),
  '__proto__', 'constructor', 'null', 'undefined', `%27%3b%20drop%20table%20clinics%20--${mark}`, `${mark}%3Cscript%3E`, '0000-01-01', '-1', '1e400', '%E2%80%AE', ';a=b', '*', '~', '()', '%7B%22toString%22%3A1%7D',
];

/** Whole bodies that are no call's. */
export const hostileBodies: readonly (string | Buffer)[] = [
  '', ' ', 'null', 'true', '0', '"x"', '[]', '{}', '{', '}', '{"a"', '{"a":}', '{"a":1,}', "{'a':1}", `{"${mark}":1`, '\ufeff{}', '{}{}', '{} ', 'NaN', '{"a":NaN}', '// {}',
  '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}', '{"a":{"__proto__":null}}', '{"\\u005f_proto__":1}',
  nested('[', ']', 5000), nested('[', ']', 32_000), `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`, `{"a":"${'x'.repeat(70_000)}"}`, `[${'1,'.repeat(30_000)}1]`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]), Buffer.from('{"a":"\xff\xfe"}', 'latin1'), Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(100),
];

/** Queries that no call has. */
export const hostileQueries: readonly string[] = ['a=1&a=2', '__proto__=1', 'id[]=1', 'id[a]=1', '&&&==', '%', `%00=${mark}`, 'a=1&'.repeat(2000), '?#'];

/** Headers that say something odd. */
export const hostileHeaders: readonly Record<string, string>[] = [
  ...['', 'Bearer', 'Bearer ', `Bearer ${mark}`, `Bearer ${'x'.repeat(257)}`, `Bearer ${'x'.repeat(7000)}`, `Basic ${mark}`, 'Bearer \u00ff\u00ff', 'Bearer null', 'Bearer a b', `Bearer ${'='.repeat(20)}`].map((authorization) => ({ authorization })),
  ...['', ' ', mark, 'null', '{}', '0'.repeat(36), 'x'.repeat(5000), '\u00ff'].map((key) => ({ 'idempotency-key': key })),
  ...['', mark, 'TESTVETS', 'testvets ', 'testvets,othervets', '../testvets', '__proto__', 'constructor', '\u00ff', 'x'.repeat(5000)].map((id) => ({ 'x-client-id': id })),
  ...['', 'json', 'text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', 'application/json; charset=\u00ff', 'application/json;;;', 'application/json, text/html', 'application/jsonx', 'x'.repeat(3000)].map((type) => ({ 'content-type': type })),
  ...['gzip', 'br', 'deflate', mark].map((encoding) => ({ 'content-encoding': encoding })),
  ...['', '*', 'gzip;q=0', 'br;q=9,gzip;;', 'identity;q=0, *;q=0', mark, ','.repeat(3000)].map((encoding) => ({ 'accept-encoding': encoding })),
  ...['null', `https://${mark}.example`, '*'].map((origin) => ({ origin })),
  ...['not an address', '::1, ::2', '127.0.0.1%00', `${mark}, ${mark}`, 'x'.repeat(3000)].map((address) => ({ 'x-forwarded-for': address })),
  { expect: '100-continue' }, { range: 'bytes=0-1,5-,-3' }, { 'if-none-match': `"${mark}"` }, { 'if-modified-since': 'yesterday' }, { cookie: `a=${mark}; __proto__=1; ${'a=1;'.repeat(500)}` }, { 'x-http-method-override': 'DELETE' },
  { accept: 'text/html;q=\u00ff' }, { 'accept-language': '\u00ff' }, { te: 'trailers' }, { upgrade: 'websocket', connection: 'upgrade' }, { forwarded: `for="_${mark}"` }, { 'x-request-id': mark }, { prefer: 'return=minimal' },
];
