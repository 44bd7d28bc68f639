import { CatPeek } from './CatPeek';
import { DogPeek } from './DogPeek';

/** The two who look over the counter of the first question. */
export function Greeters() {
  return (
    <>
      <DogPeek />
      <CatPeek />
    </>
  );
}
