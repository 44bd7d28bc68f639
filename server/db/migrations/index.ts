import type { Migration } from 'kysely/migration';
import * as start from './0001_start';
import * as accounts from './0002_accounts';
import * as appointments from './0003_appointments';
import * as requests from './0004_requests';
import * as payments from './0005_payments';
import * as attachments from './0006_attachments';
import * as claimsByStart from './0007_claims_by_start';
import * as refunds from './0008_refunds';
import * as withdrawn from './0009_withdrawn';
import * as devices from './0010_devices';
import * as caps from './0011_caps';
import * as awaitedContacts from './0012_awaited_contacts';
import * as typelessHolds from './0013_typeless_holds';
import * as push from './0014_push';
import * as staff from './0015_staff';
import * as desk from './0016_desk';
import * as states from './0017_states';
import * as passkeys from './0018_passkeys';
import * as answerLinks from './0019_answer_links';
import * as jobs from './0020_jobs';
import * as answerLinksByClinic from './0021_answer_links_by_clinic';
import * as concerned from './0022_concerned';
import * as paidAbout from './0023_paid_about';
import * as accountNotices from './0024_account_notices';
import * as chargedSince from './0025_charged_since';
import * as refillMedication from './0026_refill_medication';
import * as manyClients from './0027_many_clients';

/** Every migration by name, in order. A released one is never edited; a change is a new file. */
export const migrations: Record<string, Migration> = {
  '0001_start': start,
  '0002_accounts': accounts,
  '0003_appointments': appointments,
  '0004_requests': requests,
  '0005_payments': payments,
  '0006_attachments': attachments,
  '0007_claims_by_start': claimsByStart,
  '0008_refunds': refunds,
  '0009_withdrawn': withdrawn,
  '0010_devices': devices,
  '0011_caps': caps,
  '0012_awaited_contacts': awaitedContacts,
  '0013_typeless_holds': typelessHolds,
  '0014_push': push,
  '0015_staff': staff,
  '0016_desk': desk,
  '0017_states': states,
  '0018_passkeys': passkeys,
  '0019_answer_links': answerLinks,
  '0020_jobs': jobs,
  '0021_answer_links_by_clinic': answerLinksByClinic,
  '0022_concerned': concerned,
  '0023_paid_about': paidAbout,
  '0024_account_notices': accountNotices,
  '0025_charged_since': chargedSince,
  '0026_refill_medication': refillMedication,
  '0027_many_clients': manyClients,
};
