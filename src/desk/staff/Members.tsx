import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { Member, MyClinic, Role } from '../../contract/desk/staff';
import { formatDateTime } from '../../domain/clinicTime';
import { emailProblem } from '../../domain/desk/emailWords';
import { withRemoved, type Removed } from '../../domain/desk/removed';
import { Button } from '../../ui/actions/Button';
import { SelectField } from '../../ui/fields/SelectField';
import { TextField } from '../../ui/fields/TextField';
import { failureOf, problemText } from '../api/api';
import {
  useChangeMemberMutation,
  useEndMemberSessionsMutation,
  useInviteMutation,
  useMembersQuery,
  useMemberSessionsQuery,
  useRemoveMemberMutation,
} from '../api/staff';
import { selectIsOnline } from '../connection';
import { DeskButton } from '../item/DeskButton';
import { useAppSelector } from '../store';
import * as css from './staffParts.module.css';

const roleNames: readonly { value: Role; label: string }[] = [
  { value: 'staff', label: 'Staff' },
  { value: 'admin', label: 'Admin' },
];
type Say = (text: string | null) => void;

/** Lists the clinic's members; admins change and remove them, and invite others (D-421). */
export function Members({ clinic, onSays }: { clinic: MyClinic; onSays: Say }) {
  const { data } = useMembersQuery({ clinicId: clinic.id });
  const [openId, setOpenId] = useState<string | null>(null);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const rows = withRemoved(data?.members ?? [], removed);
  const isAdmin = clinic.role === 'admin';
  return (
    <section className={css.part} aria-labelledby="members">
      <h2 id="members">Who works here</h2>
      {data && (
        <ul className={css.rows}>
          {rows.map(({ member, isRemoved }, place) => (
            <li key={member.person_id} className={css.row} data-removed={isRemoved || undefined}>
              <span className={css.name}>
                <b>{member.name || member.email}</b>
                <small>
                  {[
                    ...(member.name ? [member.email] : []),
                    member.role === 'admin' ? 'Admin' : 'Staff',
                    ...(member.provider ? [member.provider] : []),
                    ...(member.joined_at ? [] : ['invited, has not signed in yet']),
                    ...(member.is_me ? ['you'] : []),
                  ].join(', ')}
                </small>
              </span>
              {isRemoved && <BringBack member={member} onSays={onSays} />}
              {isAdmin && !isRemoved && (
                <DeskButton
                  kind="quiet"
                  small
                  expanded={openId === member.person_id}
                  label={`Change ${member.name || member.email}`}
                  onClick={() => setOpenId(openId === member.person_id ? null : member.person_id)}
                >
                  Change
                </DeskButton>
              )}
              {isAdmin && !isRemoved && openId === member.person_id && (
                <ChangeMember
                  clinic={clinic}
                  member={member}
                  clinicians={data.clinicians}
                  onSays={onSays}
                  onDone={() => setOpenId(null)}
                  onRemoved={() =>
                    setRemoved([
                      ...removed.filter((one) => one.member.person_id !== member.person_id),
                      { member, place },
                    ])
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdmin ? (
        <Invite clinicians={data?.clinicians ?? []} onSays={onSays} />
      ) : (
        <p className={css.note}>An admin of the clinic can invite and change members.</p>
      )}
    </section>
  );
}

type Clinicians = readonly { id: string; name: string }[];
const clinicianOptions = (clinicians: Clinicians, own: { id: string; name: string } | null) => [
  { value: '', label: 'No clinician' },
  ...[...(own ? [own] : []), ...clinicians].map(({ id, name }) => ({ value: id, label: name })),
];

function ChangeMember({
  clinic,
  member,
  clinicians,
  onSays,
  onDone,
  onRemoved,
}: {
  clinic: MyClinic;
  member: Member;
  clinicians: Clinicians;
  onSays: Say;
  onDone: () => void;
  onRemoved: () => void;
}) {
  const isOnline = useAppSelector(selectIsOnline);
  const [role, setRole] = useState(member.role);
  const [provider, setProvider] = useState(member.provider_id ?? '');
  const [change] = useChangeMemberMutation();
  const [remove] = useRemoveMemberMutation();
  const [endAll] = useEndMemberSessionsMutation();
  const { data: sessions } = useMemberSessionsQuery({
    params: { personId: member.person_id },
    clinicId: clinic.id,
  });
  const params = { personId: member.person_id };
  const own = member.provider_id ? { id: member.provider_id, name: member.provider ?? member.provider_id } : null;
  const name = member.name || member.email;
  const done = async (reply: Promise<{ error?: unknown }>, says: string | null) => {
    const failure = failureOf(await reply);
    onSays(failure ? problemText(failure) : says);
    if (!failure) onDone();
  };
  return (
    <form
      className={css.form}
      aria-label={`Change ${name}`}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void done(
          change({ params, body: { role, provider_id: provider || null } }),
          `What you changed of ${name} is saved.`,
        );
      }}
    >
      <SelectField label="Role" value={role} onChange={(value) => setRole(value as Role)} options={roleNames} />
      <SelectField
        label="Clinician"
        value={provider}
        onChange={setProvider}
        options={clinicianOptions(clinicians, own)}
      />
      <p className={css.note}>
        {sessions === undefined || sessions.length === 0
          ? 'Not signed in anywhere.'
          : `Signed in: ${sessions
              .map(
                (one) => `${one.device ?? 'a device'}, ${formatDateTime(new Date(one.last_used_at), clinic.timezone)}`,
              )
              .join('; ')}.`}
      </p>
      <div className={css.actions}>
        <Button type="submit" disabled={!isOnline}>
          Save
        </Button>
        {(sessions?.length ?? 0) > 0 && (
          <DeskButton
            kind="quiet"
            isLocked={!isOnline}
            onClick={() => void done(endAll({ params }), `${name} is signed out everywhere.`)}
          >
            End sessions
          </DeskButton>
        )}
        <DeskButton
          kind="danger"
          isLocked={!isOnline}
          onClick={() =>
            void done(
              remove({ params }).then((reply) => {
                if (!reply.error) onRemoved();
                return reply;
              }),
              // The row says it.
              null,
            )
          }
        >
          Remove
        </DeskButton>
      </div>
    </form>
  );
}

/** Says that somebody was removed, and invites them again as they were; what takes the focus once they are removed. */
function BringBack({ member, onSays }: { member: Member; onSays: Say }) {
  const isOnline = useAppSelector(selectIsOnline);
  const [invite, { isLoading }] = useInviteMutation();
  const button = useRef<HTMLButtonElement>(null);
  const name = member.name || member.email;
  useEffect(() => button.current?.focus(), []);
  const bringBack = async () => {
    const { email, role, provider_id } = member;
    const failure = failureOf(await invite({ body: { email, role, provider_id } }));
    onSays(failure ? problemText(failure) : `${name} is back, and is told by e-mail.`);
  };
  return (
    <>
      <small role="status">Removed.</small>
      <DeskButton
        ref={button}
        kind="quiet"
        small
        label={`Bring ${name} back`}
        isLocked={!isOnline || isLoading}
        onClick={() => void bringBack()}
      >
        Bring back
      </DeskButton>
    </>
  );
}

function Invite({ clinicians, onSays }: { clinicians: Clinicians; onSays: Say }) {
  const isOnline = useAppSelector(selectIsOnline);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('staff');
  const [provider, setProvider] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [invite, { isLoading }] = useInviteMutation();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = { email: email.trim(), role, provider_id: provider || null };
    const reply = await invite({ body });
    const failure = failureOf(reply);
    setFault(failure && (emailProblem(failure) ?? problemText(failure)));
    if (failure) return;
    onSays(`${reply.data?.email ?? body.email} is invited by e-mail.`);
    setEmail('');
    setProvider('');
  };
  return (
    <form className={css.form} aria-label="Invite somebody" onSubmit={(event) => void submit(event)} noValidate>
      <h3>Invite somebody</h3>
      <TextField
        label="Work e-mail"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        error={fault}
      />
      <SelectField label="Role" value={role} onChange={(value) => setRole(value as Role)} options={roleNames} />
      <SelectField
        label="Clinician"
        value={provider}
        onChange={setProvider}
        options={clinicianOptions(clinicians, null)}
      />
      <div className={css.actions}>
        <Button type="submit" busy={isLoading} disabled={!isOnline || email.trim() === ''}>
          Invite
        </Button>
      </div>
    </form>
  );
}
