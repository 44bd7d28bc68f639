import type { Page } from '@playwright/test';

/** The contrasts of an element: of its edge, or its ground, to what is behind and beside it; of its text to its ground. */
type Contrasts = { selector: string; edge: number; text: number };

/** Gives the page a clinic's colour and measures the first element of each selector. */
export const contrastsWith = (page: Page, colour: string, selectors: readonly string[]): Promise<Contrasts[]> =>
  page.evaluate(
    async ([clinic, all]) => {
      document.documentElement.style.setProperty('--clinic', clinic);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      const pixel = (value: string): number[] => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = value;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      };
      const light = (value: string): number => {
        const [r = 0, g = 0, b = 0] = pixel(value).map((channel) => {
          const share = channel / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (one: string, other: string): number => {
        const [lower = 0, higher = 0] = [light(one), light(other)].sort((a, b) => a - b);
        return (higher + 0.05) / (lower + 0.05);
      };
      const ground = (element: Element | null): string => {
        if (!element) return '#ffffff';
        const { backgroundColor } = getComputedStyle(element);
        return pixel(backgroundColor)[3] === 255 ? backgroundColor : ground(element.parentElement);
      };
      const isSame = '[aria-checked=true], [aria-pressed=true], [data-state=held]';
      return all.map((selector) => {
        const one = document.querySelector(selector)!;
        const { backgroundColor, color, boxShadow } = getComputedStyle(one);
        const ring = /^(.*?\)) 0px 0px 0px [12]px inset/.exec(boxShadow)?.[1] ?? backgroundColor;
        const behind = ground(one.parentElement);
        const beside = one.matches(isSame) && one.parentElement?.querySelector(`:scope > :not(${isSame})`);
        return {
          selector,
          edge: Math.min(contrast(ring, behind), contrast(ring, beside ? ground(beside) : behind)),
          text: contrast(color, backgroundColor),
        };
      });
    },
    [colour, selectors] as const,
  );
