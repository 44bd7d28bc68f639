import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../server/db/schema';
import { hashToken, newToken } from '../../server/system/secrets';
import { importClinicFile } from '../../server/modules/clinicFile/import';
import { clinicFile, type Overrides } from '../support/clinicFile';

export const addClinic = async (db: Kysely<Database>, id: string, overrides: Overrides = {}): Promise<void> =>
  void (await importClinicFile(db, clinicFile({ ...overrides, shop: { ...overrides.shop, id } }), {
    now: new Date(),
    demoMode: true,
  }));

/** Signed-in owners with a record and a dog at the clinic, without the codes that they would have typed; their tokens. */
export async function addOwners(db: Kysely<Database>, clinicId: string, count: number): Promise<string[]> {
  const now = new Date();
  const owners = Array.from({ length: count }, () => ({ id: randomUUID(), token: newToken() }));
  const contacts = ({ id }: { id: string }) => ({
    clinic_id: clinicId,
    id,
    first_name: 'Casey',
    email: `${id}@example.com`,
    phone: null,
    metadata: '{}',
    created_at: now,
  });
  await db
    .insertInto('users')
    .values(
      owners.map((owner) => ({
        ...contacts(owner),
        email_verified_at: now,
        phone_verified_at: null,
        avatar: null,
        password_hash: null,
        is_admin: false,
        deactivated_at: null,
      })),
    )
    .execute();
  await db
    .insertInto('clients')
    .values(
      owners.map((owner) => ({
        ...contacts(owner),
        user_id: owner.id,
        last_name: 'Brown',
        address1: null,
        address2: null,
        city: null,
        state: null,
        country: null,
        zip: null,
      })),
    )
    .execute();
  await db
    .insertInto('patients')
    .values(
      owners.map(({ id }) => ({
        clinic_id: clinicId,
        id,
        client_id: id,
        name: 'Rex',
        species_id: 'dog',
        sex: null,
        birthdate: null,
        breed: null,
        breed_id: null,
        patient_color_id: null,
        patient_sex_id: null,
        deceased_at: null,
        changed_at: null,
      })),
    )
    .execute();
  await db
    .insertInto('sessions')
    .values(
      owners.map(({ id, token }) => ({
        clinic_id: clinicId,
        id: randomUUID(),
        token_hash: hashToken(token),
        previous_token_hash: null,
        user_id: id,
        address: null,
        created_at: now,
        rotated_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
        ended_at: null,
        last_used_at: now,
      })),
    )
    .execute();
  return owners.map(({ token }) => token);
}

/** Clinics like that one, with its catalogue and clients: faster than importing them. */
export async function addClinicsLike(db: Kysely<Database>, like: string, ids: readonly string[]): Promise<void> {
  const each = sql`unnest(${ids}::text[]) as other`;
  await sql`insert into clinics (id, shop, version, created_at)
    select other, jsonb_set(shop, '{id}', to_jsonb(other)), version, created_at from clinics, ${each} where id = ${like}`.execute(
    db,
  );
  await sql`insert into catalogue (clinic_id, kind, id, position, data)
    select other, kind, id, position, data from catalogue, ${each} where clinic_id = ${like}`.execute(db);
  await sql`insert into clients (clinic_id, id, first_name, last_name, email, phone, metadata, created_at)
    select other, id, first_name, last_name, email, phone, metadata, created_at from clients, ${each} where clinic_id = ${like} and user_id is null`.execute(
    db,
  );
}

/**
 * Gives both clinicians of every clinic that many half-hour appointments, eight a day, from a month ahead back into
 * the past: more appointments are more history, and the days that can be booked look the same.
 */
export async function addAppointments(db: Kysely<Database>, perClinician: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // As a restored dump comes in: rows first, the check of all of them at the end.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local maintenance_work_mem = '1GB'`.execute(trx);
    // On a partitioned table it has another name.
    const { rows: apart } = await sql<{ name: string }>`
      select conname::text as name from pg_constraint where conrelid = 'claims'::regclass and contype = 'x'`.execute(
      trx,
    );
    for (const { name } of apart) await sql`alter table claims drop constraint ${sql.id(name)}`.execute(trx);
    const { rows: indexes } = await sql<{ indexname: string; indexdef: string }>`
      select indexname, indexdef from pg_indexes where tablename in ('appointments', 'claims')
        and not exists (select from pg_constraint where conname = indexname)`.execute(trx);
    for (const { indexname } of indexes) await sql`drop index ${sql.id(indexname)}`.execute(trx);
    await sql`
      insert into appointments (clinic_id, id, client_id, product_id, provider_id, starts_at, ends_at, status, is_dropoff, details, created_at)
      select clinics.id, provider || '-' || n, 'client-jo', 'exam', provider, at, at + interval '30 minutes', 'ACCEPTED', false, '{}', at
      from clinics, unnest(array['ada', 'ben']) as provider, generate_series(0, ${sql.lit(perClinician - 1)}) as n,
        lateral (select date_trunc('day', ${new Date()}::timestamptz, 'UTC') + interval '30 days' - (n / 8) * interval '1 day' + (15 + n % 8) * interval '1 hour' as at) as slot`.execute(
      trx,
    );
    await sql`
      insert into claims (clinic_id, id, resource, lane, starts_at, ends_at, appointment_id)
      select clinic_id, id, 'provider:' || provider_id, 1, starts_at, ends_at, id from appointments`.execute(trx);
    await sql`
      alter table claims add constraint claims_apart exclude using gist
        (clinic_id with =, resource with =, lane with =, tstzrange(starts_at, ends_at) with &&)`.execute(trx);
    // That of a partitioned table leaves its parts out.
    for (const { indexdef } of indexes) await sql.raw(indexdef.replace(' ON ONLY ', ' ON ')).execute(trx);
  });
  await sql`analyze`.execute(db);
}
