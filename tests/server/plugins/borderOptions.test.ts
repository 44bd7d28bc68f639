import { expect, test } from 'vitest';
import { loadConfig } from '../../../server/config/config';
import { borderOptions } from '../../../server/plugins/errorReplies';

test('what the border sets of the HTTP server and the router cannot be set beside it: the compiler refuses it', () => {
  const border = borderOptions(loadConfig({ NODE_ENV: 'test' }));
  // @ts-expect-error It would be replaced unseen, as here.
  const http = { http: { maxHeaderSize: 1 }, ...border };
  // @ts-expect-error Likewise.
  const router = { routerOptions: { caseSensitive: false }, ...border };
  expect([http.http, router.routerOptions]).toEqual([border.http, border.routerOptions]);
});
