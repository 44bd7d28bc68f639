import { expect, test } from 'vitest';
import { frameStyle } from '../../../../src/app/saved/frameStyle';

const style = [
  ':root{--ink:#123;--far:var(--ink);--near:var(--far);--other:#fff}',
  'h1{margin:0;color:var(--near)}',
  '.bar{top:0}',
  '.row{left:0}',
  '.row .bar{left:1px}',
  '.bar:hover>.item:after{top:1px}',
  '.row,.item{top:2px}',
  '@media (width>=62em){.bar{top:3px}.row{top:3px}}',
  '@media print{.row{top:4px}}',
  '@keyframes come{0%{top:5px}}',
];
const of = (html: string) => frameStyle(style.join(''), () => html);

test('it has the rules of no class and of the classes that a frame has, also on wide screens', () => {
  expect(of('<div class="bar item"><p class="item">')).toBe(
    ':root{--ink:#123;--far:var(--ink);--near:var(--far)}h1{color:var(--near);margin:0}.bar{top:0}.row,.item{top:2px}@media (width>=62em){.bar{top:3px}}',
  );
});

test('a rule within another class, or of a part of its name, is left out', () => {
  expect(of('<div class="barrow">')).toBe(
    ':root{--ink:#123;--far:var(--ink);--near:var(--far)}h1{color:var(--near);margin:0}',
  );
});

test('what it looks like in use, printed, or with another attribute or id waits for the whole style', () => {
  const of = (rule: string, html: string) => frameStyle(rule, () => html);
  const html = '<div class="bar" id="top" data-narrow><style>.bar{color:var(--ink)}</style>';
  expect(
    of('.bar:hover{top:0}.bar:not(:focus){top:1px}[data-poster] .bar{top:2px}[data-narrow] .bar{top:3px}', html),
  ).toBe('.bar:not(:focus){top:1px}[data-narrow] .bar{top:3px}');
  expect(of('#late{top:0}#top{top:1px}@media print{#top{top:2px}}', html)).toBe('#top{top:1px}');
  expect(of(':root{--ink:red}', html), 'a style in the frame uses nothing').toBe('');
  expect(of(':root{--ink:red}', '<i style="color:var(--ink)">')).toBe(':root{--ink:red}');
});

test('it looks at both pages, online and not', () => {
  const seen: string[] = [];
  frameStyle('', ({ page, isOnline }) => {
    seen.push(`${page} ${isOnline}`);
    return '';
  });
  expect(seen.sort()).toEqual(['appointments false', 'appointments true', 'pets false', 'pets true']);
});
