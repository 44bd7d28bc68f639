import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { animalFace } from '../../../src/app/animalFace';
import { drawSeal } from '../../../src/domain/certificate/certificateSeal';
import { rgb } from '@cantoo/pdf-lib';

it.each(['Dog', 'Cat', 'Bird', 'Equine', 'Ferret', 'Fish', 'Guinea Pig', 'Rabbit', 'Reptile', 'Llama', null])(
  '%s has a head for the seal, in colours that a PDF knows',
  async (species) => {
    const face = animalFace(species);
    expect(face.shapes).toMatch(/^<(path|circle|ellipse)[^]*\/?>$/);
    expect(face.shapes).not.toContain('</svg>');
    for (const name of ['--f', '--fs', '--fp', '--fd']) expect(face.colours[name]).toMatch(/^#[0-9a-f]{3,6}$/);
    const document = await PDFDocument.create();
    const sheet = document.addPage();
    drawSeal(sheet, { x: 100, y: 100, accent: rgb(0, 0.5, 0.5), tint: rgb(0.9, 1, 1), face });
    expect((await document.save()).length).toBeGreaterThan(1000);
  },
);

it('is another one for another species', () => {
  expect(new Set(['Dog', 'Cat', 'Rabbit', 'Llama'].map((species) => animalFace(species).shapes)).size).toBe(4);
});
