import { renderToStaticMarkup } from 'react-dom/server';
import type { Face } from '../domain/certificate/certificateSeal';
import { animalOf } from '../ui/peek/animal';
import { AnimalPeek } from '../ui/peek/AnimalPeek';

/** Returns the drawing of a species' head, for the certificate that the server makes. */
export function animalFace(species: string | null): Face {
  const markup = renderToStaticMarkup(<AnimalPeek animal={animalOf(species)} />);
  const [, style = ''] = / style="([^"]*)"/.exec(markup) ?? [];
  const [, shapes = ''] = /<g [^>]*data-part="head">(.*?)<\/g><\/svg>/s.exec(markup) ?? [];
  return { shapes, colours: Object.fromEntries(style.split(';').map((rule) => rule.split(':') as [string, string])) };
}
