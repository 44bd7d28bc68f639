import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { paintText } from '../../../server/modules/pets/drawing';

const look = { size: 11, isBold: false, colour: '#0d211f' };

it('pictures are left out, and nothing is painted of nothing', async () => {
  expect(await paintText('\u{1F436}\u{1F3FD}\u200d', look)).toBeNull();
  expect((await paintText('Мила \u{1F436}', look))?.width).toBe((await paintText('Мила', look))?.width);
});

it('a text is painted as wide as it is, with its line in the right place', async () => {
  const [short, long] = [await paintText('Мила', look), await paintText('Мила и <Жучка> & Co', look)];
  // A machine without fonts paints nothing, and the certificate goes without.
  if (!short || !long) return expect([short, long]).toEqual([null, null]);
  expect(long.width).toBeGreaterThan(short.width * 2);
  expect(short.height).toBeGreaterThan(5);
  expect(short.height).toBeLessThan(20);
  expect(short.depth).toBeLessThan(short.height / 2);
  const image = await (await PDFDocument.create()).embedPng(short.png);
  expect(Math.abs(image.width / 4 - short.width)).toBeLessThan(1);
});
