import { sql, type Kysely } from 'kysely';

const statements = [
  // Payments whose events did not come are counted at each reading of the figures once an event was refused, which
  // anybody can cause.
  'create index payment_requests_charged on payment_requests (completed_at) where charged_at is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
