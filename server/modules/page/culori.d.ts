/** The functions of culori that we call; the library brings no types. */
declare module 'culori/fn' {
  import type { Oklch } from 'culori';
  export const modeOklch: { mode: 'oklch' };
  export const modeRgb: { mode: 'rgb' };
  /** Loads a colour space; returns a function that reads a CSS colour into it, undefined if it is not a colour. */
  export function useMode(space: typeof modeOklch): (colour: string) => Oklch | undefined;
  export function useMode(space: typeof modeRgb): unknown;
  /** Writes a colour as '#rrggbb', each channel clipped to what a screen can show. */
  export function formatHex(colour: Oklch): string;
}
declare module 'culori' {
  /** Lightness and chroma 0 to 1, hue in degrees; a grey has none. */
  export interface Oklch {
    mode: 'oklch';
    l: number;
    c: number;
    h?: number;
  }
  /** Channels 0 to 1. */
  export interface Rgb {
    mode: 'rgb';
    r: number;
    g: number;
    b: number;
  }
  /** Makes a function that reads a CSS colour into the colour space; undefined if it is not a colour. */
  export function converter(mode: 'oklch'): (colour: string) => Oklch | undefined;
  export function converter(mode: 'rgb'): (colour: Oklch) => Rgb;
  /** Clips each channel to 0 to 1. */
  export function clampRgb(colour: Rgb): Rgb;
  /** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
  export function wcagContrast(one: Rgb, other: Rgb): number;
}
