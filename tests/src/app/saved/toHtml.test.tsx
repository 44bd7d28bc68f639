// @vitest-environment jsdom
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { toHtml } from '../../../../src/app/saved/toHtml';
import { createContext, jsx, useContext } from '../../../../src/app/saved/standIns/react';

/** HTML as a browser reads it, so that the order of attributes and the way of writing a style do not count. */
function read(html: string): unknown[] {
  const host = document.createElement('div');
  host.innerHTML = html;
  return [...host.querySelectorAll('*')].map((each) => [
    each.tagName,
    [...each.attributes]
      .map(({ name, value }) => [name, name === 'style' ? (each as HTMLElement).style.cssText || value : value])
      .sort(),
    [...each.childNodes].map((node) => node.nodeValue),
  ]);
}

const Row = ({ name, children }: { name: string; children?: ReactNode }) => (
  <li className="row">
    {name}: {children}
  </li>
);

const trees: Record<string, ReactNode> = {
  'texts with signs': <p title={'a "b" <c> & d'}>{'1 < 2 & 3 > 2 "quoted"'}</p>,
  'what is not drawn': (
    <p>
      {[null, undefined, false, true, '', 0, 'x']}
      <b>1</b>
    </p>
  ),
  'components, fragments and lists': (
    <ul>
      <>
        {['a', 'b'].map((name) => (
          <Row key={name} name={name}>
            <i>{name}</i>
          </Row>
        ))}
      </>
      <Fragment key="f">
        <li />
      </Fragment>
    </ul>
  ),
  switches: (
    <div>
      <input type="radio" name="a" value="b" checked readOnly />
      <input type="radio" checked={false} disabled readOnly />
      <dialog open />
      <details open={false} />
    </div>
  ),
  'words that are true or false': (
    <p aria-hidden={true} aria-busy={false} data-x={true} data-y={false} data-z="" aria-label={undefined} />
  ),
  names: (
    <label htmlFor="a" aria-label="A" className="b c" tabIndex={-1}>
      <time dateTime="2026-01-01" />
      <img alt="" width={20} src="/a?b&c" loading="lazy" />
      <hr />
      <br />
    </label>
  ),
  styles: (
    <p
      style={{
        width: 32,
        fontSize: 16,
        height: 0,
        opacity: 0.5,
        borderRadius: '4px',
        zIndex: 2,
        ['--size' as never]: '128px',
      }}
    />
  ),
  drawings: (
    <svg viewBox="0 0 36 36" aria-hidden="true">
      <circle pathLength="100" strokeDasharray="4 100" strokeWidth="2" strokeLinecap="round" fillRule="evenodd" />
    </svg>
  ),
  'handlers and references': (
    <button type="button" onClick={() => undefined} ref={() => undefined} suppressHydrationWarning>
      Go
    </button>
  ),
};

it.each(Object.keys(trees))('draws %s as React does', (name) => {
  expect(read(toHtml(trees[name]))).toEqual(read(renderToStaticMarkup(trees[name])));
});

it('gives a context’s value to what its provider holds, and to nothing after it', () => {
  const Named = createContext('nobody');
  const Name = () => useContext(Named);
  const name = jsx(Name, {});
  expect(toHtml([name, ' ', jsx(Named.Provider, { value: 'Sam', children: name }), ' ', name])).toBe(
    'nobody Sam nobody',
  );
  const fails = jsx(() => {
    throw new Error('broken');
  }, {});
  expect(() => toHtml(jsx(Named.Provider, { value: 'Sam', children: fails }))).toThrow('broken');
  expect(toHtml(name)).toBe('nobody');
});
