import type { Db } from '../../plugins/handlers';

/** The clinic's records that carry one of these contacts; the rows stay locked until the transaction ends. */
export async function clientsWithContacts(db: Db, clinicId: string, contacts: { email: string | null; phone: string | null }) {
  return db
    .selectFrom('clients')
    .select(['id', 'user_id', 'first_name', 'last_name', 'changed_at'])
    .where('clinic_id', '=', clinicId)
    .where((where) => where.or([where('email', '=', contacts.email), where('phone', '=', contacts.phone)]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether the user has a record already. */
export async function clientOfUser(db: Db, clinicId: string, userId: string): Promise<boolean> {
  const row = await db.selectFrom('clients').select('id').where('clinic_id', '=', clinicId).where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

export async function tieClient(db: Db, clinicId: string, id: string, userId: string): Promise<void> {
  await db.updateTable('clients').set({ user_id: userId }).where('clinic_id', '=', clinicId).where('id', '=', id).execute();
}
