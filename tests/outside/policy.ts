import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import type { Finding, Outcome } from './tools';

const tool = 'csp_evaluator';

/** What csp_evaluator says against a policy, but for what is only worth knowing. */
const against = (policy: string): string[] =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.INFO)
    .map(
      ({ severity, directive, value, description }) =>
        `${Severity[severity]} ${directive}${value ? ` ${value}` : ''}: ${description}`,
    );

/** The content security policy of each page, as the server sends it. */
export async function policies(origin: string, paths: readonly string[]): Promise<Outcome> {
  if (!against("script-src * 'unsafe-inline'").some((one) => one.startsWith('HIGH')))
    return { tool, findings: [], ran: [], missing: ['It says nothing against a policy that allows every script.'] };
  const findings: Finding[] = [];
  for (const path of paths) {
    const response = await fetch(`${origin}${path}`);
    await response.arrayBuffer();
    const policy = response.headers.get('content-security-policy');
    const said = policy === null ? ['There is no policy.'] : against(policy);
    findings.push(...said.map((what) => ({ tool, where: path, what })));
  }
  return { tool, findings, ran: [`${paths.length} pages' policies`], missing: [] };
}
