import { animalOf } from '../../ui/peek/animal';
import { AnimalPeek } from '../../ui/peek/AnimalPeek';
import * as css from './ItemPeek.module.css';

/** Shows the opened item's pet at the sheet's edge, paws on it; asleep once it is answered. */
export function ItemPeek({ species, isAsleep }: { species: string | null; isAsleep: boolean }) {
  return (
    <div className={css.peek} data-part="peek" aria-hidden="true">
      <AnimalPeek animal={animalOf(species)} size={80} mood={isAsleep ? 'asleep' : 'awake'} />
    </div>
  );
}
