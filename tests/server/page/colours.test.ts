import { expect, it } from 'vitest';
import { colour, fallbackStyle } from '../../../server/modules/page/colours';

/** The hexes that tokens.css carries for its example colour, which browsers without relative colours show. */
const example = {
  ground: '#e0f2f0',
  sheet: '#fcfefe',
  sunk: '#edf7f5',
  line: '#d6e3e1',
  edge: '#758885',
  ink: '#0e211f',
  'ink-2': '#465a57',
  'ink-3': '#5b6d6b',
  accent: '#0f766e',
  'on-accent': '#ffffff',
  'accent-edge': '#0f766e',
  'accent-ink': '#00675f',
  tint: '#d3f1ed',
  brand: '#0f766e',
  'on-brand': '#ffffff',
  slate: '#1b3330',
} as const;

it.each(Object.entries(example))('computes --%s as the style sheet does', (token, hex) => {
  expect(colour('#0f766e', 'light', token as keyof typeof example)).toBe(hex);
  expect(fallbackStyle('#0f766e')).toContain(`--${token}:${hex}`);
});

it('keeps a bright brand and puts ink on it, and holds any other dark enough for white', () => {
  expect(colour('#fde68a', 'light', 'accent')).toBe('#fde68a');
  expect(colour('#fde68a', 'light', 'on-accent')).not.toBe('#ffffff');
  expect(colour('#888888', 'light', 'accent')).not.toBe('#888888');
  expect(colour('#888888', 'light', 'on-accent')).toBe('#ffffff');
});
