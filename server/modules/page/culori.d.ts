/** The functions of culori that we call; the library brings no types. */
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
  /** Reads a CSS colour into a colour space; undefined for what is none. */
  export function converter(mode: 'oklch'): (colour: string) => Oklch | undefined;
  export function converter(mode: 'rgb'): (colour: Oklch) => Rgb;
  /** '#rrggbb', each channel clipped to what a screen shows. */
  export function formatHex(colour: Oklch): string;
  /** Each channel clipped to 0 to 1. */
  export function clampRgb(colour: Rgb): Rgb;
  /** WCAG 2's contrast of two colours, 1 to 21. */
  export function wcagContrast(one: Rgb, other: Rgb): number;
}
