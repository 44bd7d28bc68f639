import { sql, type Kysely } from 'kysely';

const statements = [
  // What the owner asked for, in the words that they saw: the record's may change afterwards. What was asked for before
  // is told as the record had it at the upgrade.
  'alter table refills add column medication text',
  `update refills set medication = m.description from medications m
    where m.clinic_id = refills.clinic_id and m.id = refills.medication_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
