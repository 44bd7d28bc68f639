import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHtml } from '../../../server/system/html';

it('leaves no sign that begins or ends markup', () => {
  expect(escapeHtml(`<b title="a" lang='b'>&</b>`)).toBe(
    '&lt;b title=&quot;a&quot; lang=&#39;b&#39;&gt;&amp;&lt;/b&gt;',
  );
  assert(property(string(), (text) => !/[&<>"']/.test(escapeHtml(text).replace(/&(?:amp|lt|gt|quot|#39);/g, ''))));
});
