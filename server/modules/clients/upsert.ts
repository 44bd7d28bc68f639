import type { Trx } from '../../db/transaction';
import type { ClientRecord, upsertClient } from '../../../src/contract/clients';
import type { Input } from '../../../src/contract/endpoint';
import { clientToTie, type ContactKind } from '../../../src/domain/client/tie';
import { tidySpaces } from '../../../src/domain/validation/name';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import { emailToReach, phoneIdentifier, phoneToReach } from '../contacts/identifiers';
import { locksOn } from '../../db/locks';
import { defer } from '../../db/statements';
import { contactChangeOf, kinds, notesWith, type Contacts } from './contacts';
import {
  changeClient,
  clientReply,
  findClientOf,
  clientsWith,
  insertClient,
  patientsOf,
  tieClient,
  type ClientChange,
  type ClientRow,
} from './repository';

type Body = Input<typeof upsertClient>['body'];
type Request = { clinicId: string; phoneCode: string; session: Session; body: Body; now: Date; newId: () => string };

/**
 * Returns the contacts of a body in their stored form; an empty one counts as not given. Throws `validation` for an
 * invalid one, and for a phone that no code can be sent to (D-401). A contact that is among the `known` ones is
 * accepted without these checks.
 */
function contactsOf(body: Body, phoneCode: string, known: readonly Contacts[]): Contacts {
  const isKnown = (kind: ContactKind, value: string): boolean => known.some((one) => one[kind] === value);
  const phone = body.phone ? phoneIdentifier(body.phone, phoneCode) : null;
  const email = body.email?.trim().toLowerCase() || null;
  return {
    email: email === null || isKnown('email', email) ? email : emailToReach(email),
    phone:
      !body.phone || (phone !== null && isKnown('phone', phone))
        ? phone
        : phoneToReach(body.phone, phoneCode, { phone: 'phone', code: 'phone' }),
  };
}

const details = ['address1', 'address2', 'city', 'state', 'country', 'zip'] as const;
const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

/**
 * Returns what a body changes in a record (D-206, D-214). Fields that are absent or empty stay. An unverified contact
 * that would replace another one waits in `metadata.pending` until its owner has verified it.
 */
function changeOf(record: ClientRow, body: Body, given: Contacts, verified: Contacts): ClientChange {
  const change: ClientChange = {};
  const first = tidySpaces(body.first_name);
  const last = tidySpaces(body.last_name);
  if (first !== record.first_name) change.first_name = first;
  if (last !== '' && last !== record.last_name) change.last_name = last;
  for (const field of details) {
    const value = trimmed(body[field]);
    if (value !== null && value !== record[field]) change[field] = value;
  }
  return { ...change, ...contactChangeOf(record, given, verified) };
}

/**
 * Finds the owner's record: the one already tied to the user, else the one that the verified contacts identify (D-214),
 * which is tied now, else null. `candidates` are the records of several with these contacts, which may be theirs.
 */
async function recordOf(
  trx: Trx,
  { clinicId, session, body }: Request,
): Promise<{ record: ClientRow | null; candidates: ClientRow[] }> {
  const own = await findClientOf(trx, clinicId, session.userId);
  if (own) return { record: own, candidates: [] };
  const found = await clientsWith(trx, clinicId, session);
  const record = clientToTie(found, `${body.first_name} ${body.last_name}`);
  if (record) await tieClient(trx, clinicId, record.id, session.userId);
  return { record, candidates: found.length > 1 ? found : [] };
}

/**
 * Creates or updates the owner's record, never anybody else's (D-201, D-206), and returns it. Throws `validation` for
 * an empty first name or an unusable contact.
 */
export async function upsert(trx: Trx, request: Request): Promise<ClientRecord> {
  const { clinicId, session, body, now } = request;
  if (tidySpaces(body.first_name) === '') throw new ApiError('validation', { fields: { first_name: 'is required' } });
  defer(trx, locksOn(clinicId, [`user:${session.userId}`]));
  const { record, candidates } = await recordOf(trx, request);
  const given = contactsOf(body, request.phoneCode, [session, ...(record ? [record] : [])]);

  if (record) {
    const change = changeOf(record, body, given, session);
    if (Object.keys(change).length > 0) await changeClient(trx, clinicId, record.id, change, now);
  } else {
    const contacts = { email: given.email ?? session.email, phone: given.phone ?? session.phone };
    const unverified = kinds.filter((kind) => contacts[kind] !== null && contacts[kind] !== session[kind]);
    await insertClient(
      trx,
      clinicId,
      {
        id: request.newId(),
        user_id: session.userId,
        first_name: tidySpaces(body.first_name),
        last_name: tidySpaces(body.last_name),
        ...contacts,
        address1: trimmed(body.address1),
        address2: trimmed(body.address2),
        city: trimmed(body.city),
        state: trimmed(body.state),
        country: trimmed(body.country),
        zip: trimmed(body.zip),
        // For the operator, who alone can tell which of several records belongs to this owner.
        metadata: notesWith(candidates.length > 0 ? { possible_duplicates: candidates.map((one) => one.id) } : {}, {
          unverified,
        }),
      },
      now,
    );
  }
  const saved = (await findClientOf(trx, clinicId, session.userId))!;
  return clientReply(saved, await patientsOf(trx, clinicId, saved.id));
}
