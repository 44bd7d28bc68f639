import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { PortalServer } from '../../e2e/support/server';
import { audit } from './audit';
import { whyLeftOut, whyStays } from './explained';
import { injections } from './injections';
import { policies } from './policy';
import { reportOf, verdict } from './report';
import { slowCallers } from './slow';
import type { Outcome } from './tools';
import { vulnerableServer } from './vulnerable';
import { wapiti } from './wapiti';

/**
 * `npm run test:outside`: other people's testers against the portal, on loopback, with the demo clinics. Ends with 1
 * where one found something that `explained.ts` does not know, and with 2 where one did not run, or not wholly, and
 * `explained.ts` does not say why that may be. `--only WORD` runs those that have it in their name.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const file = 'node_modules/.cache/outside/report.txt';
const began = performance.now();

// Caps and floods are counted by address, and all testers have the same one: they are lifted. That they hold is other tests' subject.
const server = await PortalServer.start([], { CAPS_TIMES: '1000000' });
const vulnerable = await vulnerableServer();

const clinic = '/oakwood';
const paths = [clinic, `${clinic}/book`, '/admin', '/admin/inbox', '/a/demo.0', '/api/demo/inbox', '/api/openapi.json'];
const page = await (await fetch(`${server.origin}${clinic}`)).text();
const asset = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? clinic;

const testers: [string, () => Promise<Outcome>][] = [
  ['csp_evaluator', () => policies(server.origin, [...paths, '/api/health', '/nothing-here'])],
  ['npm audit', audit],
  ['wapiti', () => wapiti(server.origin, paths, vulnerable)],
  ['slowhttptest', () => slowCallers(server.origin, asset)],
];
const outcomes: Outcome[] = [];
const tell = (outcome: Outcome): void => {
  outcomes.push(outcome);
  console.log(`${outcome.tool}: ${verdict(outcome)}, after ${Math.round((performance.now() - began) / 1000)} s`);
};
const isChosen = (name: string) => name.includes(values.only);
const oneByOne = async () => {
  for (const [name, run] of testers) if (isChosen(name)) tell(await run());
};
await Promise.all([isChosen('sqlmap') ? injections(vulnerable).then(tell) : null, oneByOne()]);

const tool = 'the server';
const isWell = (await fetch(`${server.origin}/api/health`)).ok;
const findings = isWell ? [] : [{ tool, where: '/api/health', what: 'It is not well afterwards.' }];
outcomes.push({ tool, findings, ran: ['its health afterwards'], missing: [] });
await vulnerable.close();
await server.remove();

const report = reportOf(outcomes);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, report);
console.log(`\n${report}\nThe same is in ${file}.`);
const isNew = outcomes.some((outcome) => outcome.findings.some((finding) => whyStays(finding) === null));
const isWhole =
  outcomes.length > 1 &&
  outcomes.every((outcome) => outcome.missing.every((line) => whyLeftOut(outcome, line) !== null));
process.exit(isNew ? 1 : isWhole ? 0 : 2);
