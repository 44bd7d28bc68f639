import { sql, type Kysely } from 'kysely';

const statements = [
  `create table refills (
    clinic_id text not null,
    id text not null,
    client_id text not null,
    patient_id text not null,
    medication_id text,
    note text,
    created_at timestamptz not null,
    primary key (clinic_id, id),
    foreign key (clinic_id, client_id) references clients on delete cascade,
    foreign key (clinic_id, patient_id) references patients on delete cascade)`,
  `create index refills_by_time on refills (clinic_id, created_at)`,

  `create table waitlisters (
    clinic_id text not null,
    appointment_id text not null,
    id text not null,
    client_id text not null,
    created_at timestamptz not null,
    primary key (clinic_id, appointment_id),
    foreign key (clinic_id, appointment_id) references appointments on delete cascade)`,

  `create table booking_sessions (
    clinic_id text not null references clinics on delete cascade,
    session_id text not null,
    id text not null,
    user_id text not null,
    appointment_id text,
    last_recorded_step integer not null,
    device jsonb not null,
    referral jsonb not null,
    created_at timestamptz not null,
    recorded_at timestamptz not null,
    primary key (clinic_id, session_id, id))`,
  `create index booking_sessions_by_time on booking_sessions (recorded_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
