import { useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/actions/Button';
import { TextField } from '../../ui/fields/TextField';
import { failureOf, problemText } from '../api/api';
import { useRenameMeMutation } from '../api/staff';
import { selectIsOnline } from '../connection';
import { selectPerson } from '../session/session';
import { useAppSelector } from '../store';
import * as css from './staffParts.module.css';

/** One's own name, which colleagues see beside what one does. */
export function Me({ onSays }: { onSays: (text: string | null) => void }) {
  const person = useAppSelector(selectPerson);
  const isOnline = useAppSelector(selectIsOnline);
  const [name, setName] = useState(person?.name ?? '');
  const [rename, { isLoading }] = useRenameMeMutation();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const reply = await rename({ body: { name } });
    const failure = failureOf(reply);
    onSays(failure ? problemText(failure) : 'Your name is saved.');
    if (reply.data) setName(reply.data.name);
  };
  return (
    <section className={css.part} aria-labelledby="me">
      <h2 id="me">You</h2>
      <form className={css.form} aria-label="Your name" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Your name, as colleagues see it"
          value={name}
          onChange={setName}
          maxLength={60}
          autoComplete="name"
        />
        <div className={css.actions}>
          <Button type="submit" busy={isLoading} disabled={!isOnline || name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </section>
  );
}
