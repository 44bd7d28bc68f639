import { expect, it } from 'vitest';
import { pageCodeOf } from '../../../server/modules/page/code';
import { Markup, markup, templateOf } from '../../../server/modules/page/template';

const whole = '<html {{attributes}}><title>{{title}}</title>{{head}}{{style}}{{code}}<p>{{screen}}</p>{{data}}';
const places = { attributes: '', title: '', head: '', style: '', code: '', screen: '', data: '' };

it('escapes what is put into a place as text, and takes nothing in it for a place or a pattern', () => {
  const html = templateOf(whole)({ ...places, title: `<b>"Vets" & 'Co'</b> {{data}} $&`, screen: new Markup('<i>') });
  expect(html).toBe(
    '<html ><title>&lt;b&gt;&quot;Vets&quot; &amp; &#39;Co&#39;&lt;/b&gt; {{data}} $&amp;</title><p><i></p>',
  );
});

it('escapes texts within markup, and leaves markup and lists of it as they are', () => {
  const items = ['"a"', '<b>'].map((item) => markup`<li title="${item}">`);
  expect(markup`<ul>${items}${markup`<hr>`}</ul>`.html).toBe(
    '<ul><li title="&quot;a&quot;"><li title="&lt;b&gt;"><hr></ul>',
  );
});

it.each([
  ['lacks a place', whole.replace('{{title}}', '')],
  ['has one that nobody fills', `${whole}{{footer}}`],
  ['has one twice', `${whole}{{title}}`],
])('refuses a template that %s', (_, text) => {
  expect(() => templateOf(text)).toThrow('the server fills');
});

it('lists files after those that they import, once each', () => {
  const manifest = {
    'src/app/start/script/start.ts': { file: 'assets/s.js' },
    _p: { file: 'assets/p.js', name: 'parts' },
    'src/app/main.tsx': { file: 'assets/m.js', imports: ['_a', '_b'], css: ['assets/m.css'] },
    _a: { file: 'assets/a.js', imports: ['_b'] },
    _b: { file: 'assets/b.js', css: ['assets/b.css'] },
  };
  expect(pageCodeOf(manifest)).toEqual({
    start: '/assets/s.js',
    parts: '/assets/p.js',
    files: ['/assets/b.js', '/assets/a.js', '/assets/m.js'],
    sheets: ['/assets/b.css', '/assets/m.css'],
  });
  expect(() => pageCodeOf({ 'src/app/main.tsx': { file: 'assets/m.js' } })).toThrow(
    'has no src/app/start/script/start.ts',
  );
  expect(() => pageCodeOf({ 'src/app/main.tsx': 'assets/m.js' })).toThrow();
});
