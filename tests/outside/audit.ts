import { array, create, record, string, StructError, type, union } from 'superstruct';
import { runFor, type Outcome } from './tools';

const tool = 'npm audit';
const Via = union([string(), type({ title: string() })]);
const Report = type({ vulnerabilities: record(string(), type({ severity: string(), via: array(Via) })) });

/** Reads npm's report; null where it is none, because no source of advisories answered. */
export function readAudit(output: string): { where: string; what: string }[] | null {
  try {
    const { vulnerabilities } = create(JSON.parse(output), Report);
    return Object.entries(vulnerabilities).flatMap(([where, { severity, via }]) =>
      via.flatMap((one) => (typeof one === 'string' ? [] : [{ where, what: `${severity}: ${one.title}` }])),
    );
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof StructError) return null;
    throw error;
  }
}

/** Known weaknesses of the production dependencies, where the registry in use tells them. */
export async function audit(): Promise<Outcome> {
  const args = ['audit', '--omit=dev', '--json', '--loglevel=silent'];
  const { output } = await runFor('npm', args, 60_000);
  const found = readAudit(output);
  return found === null
    ? { tool, findings: [], ran: [], missing: [`No source of advisories answers here: ${whyNot(output)}`] }
    : { tool, findings: found.map((one) => ({ tool, ...one })), ran: ['the production dependencies'], missing: [] };
}

/** The registry's status and words, without its address. */
const whyNot = (output: string): string => /\b\d{3} [A-Z][\w ]+/.exec(output)?.[0].trim() ?? 'nothing said';
