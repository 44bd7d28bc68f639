import { useMatch, useNavigate } from 'react-router-dom';
import { firstName } from '../../domain/desk/inboxList';
import { leftWords } from '../../domain/desk/lost';
import { useArrival } from '../../ui/behaviour/arrive';
import { AlertIcon } from '../../ui/icons/booking';
import { ArrowIcon } from '../../ui/icons/frame';
import { CatPeek } from '../../ui/peek/CatPeek';
import { DogPeek } from '../../ui/peek/DogPeek';
import { ClinicMark } from '../frame/ClinicMark';
import { Button } from '../../ui/actions/Button';
import { useAppDispatch, useAppSelector, useSession } from '../store';
import { UndoStrip } from '../undo/UndoStrip';
import { useOpenAt } from '../undo/useOpenAt';
import { clinicChosen, selectLeft } from './session';
import { askToSignOut } from './signOut';
import * as css from './SignIn.module.css';

/**
 * Asks at which of their clinics the person is, with what waits at each: at `/admin/clinics`, and at any address while
 * none is open.
 */
export function ChooseClinic() {
  const dispatch = useAppDispatch();
  const { person, clinics } = useSession();
  const left = useAppSelector(selectLeft);
  const openAt = useOpenAt(null);
  useArrival('Which clinic');
  const navigate = useNavigate();
  const isOwnPage = useMatch('/admin/clinics') !== null;
  const choose = (id: string) => {
    dispatch(clinicChosen(id));
    // After signing in the address names what is to be opened.
    if (isOwnPage) void navigate('/admin/inbox', { replace: true });
  };
  return (
    <main className={`${css.page} ${css.wide}`}>
      <header className={css.head}>
        <h1>{person.name ? `Which clinic, ${firstName(person.name)}?` : 'Which clinic?'}</h1>
        {left && <p role="status">{leftWords(left.names, left.lost)}</p>}
        <p>
          {clinics.length === 0
            ? 'You are not a member of a clinic here any more.'
            : clinics.length === 1
              ? 'You work at one clinic.'
              : `You work at ${clinics.length} clinics. You can change at any time.`}
        </p>
      </header>
      <div className={css.sheet}>
        <div className={css.clinics}>
          <div className={css.pets} aria-hidden="true">
            <DogPeek size={112} />
            <CatPeek size={112} />
          </div>
          {clinics.length === 0 && (
            <Button kind="quiet" onClick={() => void dispatch(askToSignOut())}>
              Sign out
            </Button>
          )}
          {clinics.map(({ id, name, role, waits, late }) => (
            <button key={id} type="button" className={css.clinic} onClick={() => choose(id)}>
              <ClinicMark id={id} size={52} />
              <span className={css.name}>
                {name}
                <small>{role === 'admin' ? 'Admin' : 'Staff'}</small>
              </span>
              <span className={css.waits}>
                {late > 0 && (
                  <b>
                    <AlertIcon size={18} />
                    {late} late
                  </b>
                )}
                <span>{waits === 0 ? 'Nothing waits' : `${waits} ${waits === 1 ? 'waits' : 'wait'}`}</span>
              </span>
              <ArrowIcon size={20} />
            </button>
          ))}
        </div>
      </div>
      <div className={css.undo}>
        <div>
          <UndoStrip clinicId={null} openId={null} onOpen={openAt} />
        </div>
      </div>
    </main>
  );
}
