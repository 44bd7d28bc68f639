import { DogPeek } from '../../ui/peek/DogPeek';
import { SleepingCat } from '../../ui/peek/SleepingCat';

/** Shows who sleeps on the sheet's edge while nothing waits; smaller over a phone's. */
export function Sleepers({ className, small = false }: { className: string | undefined; small?: boolean }) {
  return (
    <span className={className} aria-hidden="true">
      <SleepingCat width={small ? 92 : 128} />
      <DogPeek size={small ? 64 : 84} mood="asleep" />
    </span>
  );
}
