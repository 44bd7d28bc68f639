import { useEffect, useRef, type KeyboardEvent } from 'react';
import { selectIsOnline } from '../../state/connection';
import { useSpeciesRecords } from '../../api/records/records';
import type { Patient } from '../../contract/clients';
import { animalOf } from '../../ui/peek/animal';
import { AnimalPeek } from '../../ui/peek/AnimalPeek';
import { moveFocus } from '../../ui/behaviour/roving';
import { useAppSelector } from '../../state/store';
import * as common from '../../ui/layout/common.module.css';
import * as css from './pets.module.css';

export interface PetPickerProps {
  pets: readonly Patient[];
  chosen: string | null;
  /** Names of due vaccines, by pet id. */
  due: ReadonlyMap<string, readonly string[]>;
  onChoose: (id: string) => void;
}

/**
 * Shows the pets looking over the counter, to choose one (PETS-03 to PETS-05). They sleep while there is no network.
 */
export function PetPicker({ pets, chosen, due, onChoose }: PetPickerProps) {
  const group = useRef<HTMLDivElement>(null);
  const species = useSpeciesRecords().data;
  const isOnline = useAppSelector(selectIsOnline);
  // Scrolls the chosen pet into view when not all pets fit side by side.
  useEffect(() => {
    const [all, one] = [group.current, group.current?.querySelector<HTMLElement>('[aria-checked=true]')];
    if (all && one) all.scrollLeft = one.offsetLeft - (all.clientWidth - one.offsetWidth) / 2;
  }, [chosen]);
  const first = chosen ?? pets[0]?.id;
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const at = moveFocus(event, group.current);
    const pet = at === null ? undefined : pets[at];
    if (pet) onChoose(pet.id);
  };
  return (
    <div className={css.petpick} role="radiogroup" aria-label="Your pets" ref={group}>
      {pets.map(({ id, name, species_id }) => {
        const isChosen = id === chosen;
        // Species ids differ by clinic; while their names are not loaded, the id itself may match a drawing's name.
        const animal = animalOf(species?.find((each) => each.id === species_id)?.name ?? species_id);
        return (
          <button
            key={id}
            type="button"
            role="radio"
            className={css.pet}
            aria-checked={isChosen}
            tabIndex={id === first ? 0 : -1}
            onClick={() => onChoose(id)}
            onKeyDown={move}
          >
            <AnimalPeek
              animal={animal}
              pose={isChosen ? 'up' : 'down'}
              mood={isChosen && !isOnline ? 'asleep' : 'awake'}
              size={128}
            />
            <span className={css.petName}>
              <span className={css.petText}>{name}</span>
              {due.has(id) && !isChosen && <span className={css.petDue} aria-hidden="true" />}
              {due.has(id) && <span className={common.vh}>, vaccines due</span>}
            </span>
          </button>
        );
      })}
    </div>
  );
}
