import { useArrival } from '../../ui/behaviour/arrive';
import { CatPeek } from '../../ui/peek/CatPeek';
import { DogPeek } from '../../ui/peek/DogPeek';
import { useAppDispatch, useSession } from '../store';
import { clinicChosen } from './session';
import * as css from './SignIn.module.css';

/** Asks at which of their clinics the person is, with what waits at each. */
export function ChooseClinic() {
  const dispatch = useAppDispatch();
  const { person, clinics } = useSession();
  useArrival('Which clinic');
  return (
    <main className={css.page}>
      <div className={css.pets} aria-hidden="true">
        <DogPeek size={112} />
        <CatPeek size={112} />
      </div>
      <div className={css.sheet}>
        <h1>{person.name ? `Which clinic, ${person.name}?` : 'Which clinic?'}</h1>
        {clinics.length === 0 && <p>You are not a member of a clinic here any more.</p>}
        {clinics.map(({ id, name, waits, late }) => (
          <button key={id} type="button" className={css.clinic} onClick={() => dispatch(clinicChosen(id))}>
            {name}
            <span>
              {late > 0 && <b>{late} late</b>} {waits} {waits === 1 ? 'waits' : 'wait'}
            </span>
          </button>
        ))}
      </div>
    </main>
  );
}
