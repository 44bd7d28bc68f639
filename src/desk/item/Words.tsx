import { useState } from 'react';
import { begun, inLine } from '../../domain/desk/words';
import * as css from './Words.module.css';

/** From this length on a message is cut until somebody asks for all of it, characters. */
const longWords = 180;

/** Shows what the owner will read; of a long message its beginning, and the rest when it is asked for. */
export function Words({ children: words }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const line = inLine(words);
  if (words.length <= longWords) return <q className={css.words}>{line}</q>;
  return (
    <>
      <q className={css.words} data-whole={isWhole || undefined}>
        {isWhole ? words : begun(line, longWords - 40)}
      </q>{' '}
      <button type="button" className={css.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Less' : 'All of it'}
      </button>
    </>
  );
}
