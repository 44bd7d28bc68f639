// @vitest-environment jsdom
import { readFile } from 'node:fs/promises';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Counter, Foot } from '../../../../src/ui/layout/Screen';

afterEach(cleanup);

it('marks a counter for its styles while it has a foot', () => {
  const counter = (hasFoot: boolean) => <Counter>{hasFoot && <Foot>Continue</Foot>}</Counter>;
  const { container, rerender } = render(counter(true));
  const drawn = container.firstElementChild!;
  expect(drawn.hasAttribute('data-footed')).toBe(true);
  rerender(counter(false));
  expect(drawn.hasAttribute('data-footed')).toBe(false);
});

it('has no style of the counter that every element that comes or goes computes anew', async () => {
  const sheets = ['Screen.module.css', 'common.module.css'].map((name) => readFile(`src/ui/layout/${name}`, 'utf8'));
  const css = (await Promise.all(sheets)).join('\n');
  expect(css).not.toMatch(/\.counter[^,{]*:has\(|\* \+ \*/);
});
