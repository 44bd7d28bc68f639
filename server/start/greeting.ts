import { version } from '../system/version';
import { isLoopback } from '../config/config';
import { demoOwner } from '../demo/clinics';
import { demoStaff } from '../demo/staff';
import { listClinics } from '../modules/clinics/repository';
import { refusalInWords } from '../db/faults';
import { clinicCommand } from '../system/clinicCommand';
import { faultForLog } from '../system/faultForLog';
import { placeFault } from '../system/privateFolder';
import type { Services } from '../calls/services';

/**
 * The text that the operator reads once the server is ready: the clinics' addresses, the demo's sign-in, and what is
 * missing or unsafe in the settings, `more` of which others have found.
 */
export async function greeting(services: Services, port: number, more: readonly string[]): Promise<string> {
  const { config } = services;
  const origin = config.publicUrlGiven ? config.publicUrl : `http://localhost:${port}`;
  const lines = [
    '',
    `Clinic portal ${version} is ready.`,
    '',
    ...(await toldByDatabase(services, origin)),
    ...(config.demo && (!config.smtpUrl || !config.smsUrl)
      ? [`  Codes and messages appear at ${origin}/api/demo/inbox`]
      : []),
    ...[placeFault(config.dataDir) ?? [], warnings(config), more].flat().map((warning) => `  ${warning}`),
    '',
  ];
  return lines.join('\n');
}

/**
 * The clinics' addresses and the demo's sign-in. A server that listens already goes on where the database went away just
 * then, as at any later time.
 */
async function toldByDatabase(services: Services, origin: string): Promise<string[]> {
  const { config, db, log } = services;
  try {
    const clinics = await listClinics(db);
    const hasOwner = config.demo && (await hasDemoOwner(db));
    return [
      ...clinics.map(({ id, name }) => `  ${name}: ${origin}/${id}`),
      ...(clinics.length === 0 ? [`  There is no clinic yet. Import one: ${clinicCommand} import FILE`] : []),
      ...(hasOwner ? ['', `  Demo owner: ${demoOwner.email}, ${demoOwner.phone}, password ${demoOwner.password}`] : []),
      ...(await demoStaffLines(services, clinics, origin)),
    ];
  } catch (error) {
    log.error({ fault: faultForLog(error) }, 'the clinics could not be listed');
    const why = refusalInWords(error) ?? 'The log says why.';
    return [`  The clinics cannot be listed now. ${why} The server goes on by itself once they can.`];
  }
}

function warnings(config: Services['config']): string[] {
  const push = config.pushOff === null ? [] : [config.pushOff];
  if (config.demo) return push;
  return [
    ...(config.smtpUrl === undefined ? ['E-mails wait undelivered: SMTP_URL is not set.'] : []),
    ...(config.smsUrl === undefined ? ['Text messages wait undelivered: SMS_URL is not set.'] : []),
    ...(config.publicUrlGiven ? [] : ['Links in messages lead to localhost: PUBLIC_URL is not set.']),
    ...(isPlain(config.publicUrl)
      ? [
          `PUBLIC_URL is ${config.publicUrl}, without https: sign-ins travel readable, browsers install no app and keep nothing. Put a proxy with TLS in front.`,
        ]
      : []),
    ...push,
  ];
}

/** Whether owners come without TLS; this machine needs none to itself. */
function isPlain(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Names the demo's staff, one of each role, as long as they work there (D-421). */
async function demoStaffLines(
  { config, db }: Services,
  clinics: readonly { id: string }[],
  origin: string,
): Promise<string[]> {
  const [first] = clinics;
  if (!config.demo || !first) return [];
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.email', 'memberships.role'])
    .where('memberships.clinic_id', '=', first.id)
    .where('memberships.removed_at', 'is', null)
    .where('people.email', 'in', [demoStaff.desk.email, demoStaff.adminOf(first.id)])
    .orderBy('memberships.role')
    .execute();
  return rows.length === 0
    ? []
    : [`  Demo staff at ${origin}/admin: ${rows.map(({ email, role }) => `${email} (${role})`).join(', ')}; by a code`];
}

async function hasDemoOwner(db: Services['db']): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoOwner.email)
    .where('email_verified_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
