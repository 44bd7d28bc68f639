import { Fragment, type Context, type Element, type Props } from './standIns/react';

/** Elements that have no end tag. */
const empty = new Set(['img', 'input', 'hr', 'br']);
/** Styles whose numbers are no lengths. */
const plainNumbers = /^--|^(opacity|order|zIndex|flex(Grow|Shrink)?|fontWeight|lineHeight)$/;
/** Properties that are no attributes. */
const unwritten = new Set(['children', 'ref', 'key', 'suppressHydrationWarning']);
const renamed = new Map([
  ['className', 'class'],
  ['htmlFor', 'for'],
]);

/** Draws what a component returns to HTML, as React would draw it first. */
export function toHtml(node: unknown): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) return node.map(toHtml).join('');
  if (typeof node !== 'object') return escaped(String(node));
  const { type, props } = node as Element;
  if (typeof type === 'string') return elementHtml(type, props);
  if (type === Fragment) return toHtml(props['children']);
  if (typeof type === 'function') return toHtml((type as (props: Props) => unknown)(props));
  return within(type as Context, props);
}

/** Draws the children of a context's provider. */
function within(context: Context, { value, children }: Props): string {
  const outer = context.current;
  context.current = value;
  try {
    return toHtml(children);
  } finally {
    context.current = outer;
  }
}

function elementHtml(name: string, props: Props): string {
  const start = `<${name}${Object.entries(props).map(attribute).join('')}>`;
  return empty.has(name) ? start : `${start}${toHtml(props['children'])}</${name}>`;
}

function attribute([name, value]: [string, unknown]): string {
  if (value === null || value === undefined || typeof value === 'function' || unwritten.has(name)) return '';
  const written =
    renamed.get(name) ??
    name.replace(/^(stroke|fill|clip|stop)([A-Z])/, (_, of, part) => `${of}-${part.toLowerCase()}`);
  if (name === 'style') return ` style="${escaped(styles(value as Props))}"`;
  if (typeof value === 'boolean' && !/^(aria|data)-/.test(name)) return value ? ` ${written}=""` : '';
  return ` ${written}="${escaped(String(value))}"`;
}

const styles = (style: Props): string =>
  Object.entries(style)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const written = name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `${written}:${value}${typeof value === 'number' && value !== 0 && !plainNumbers.test(name) ? 'px' : ''}`;
    })
    .join(';');

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text as it stands in HTML, also within an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign]!);
