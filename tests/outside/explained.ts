import type { Finding, Outcome } from './tools';

/** A finding that stays, by the tester, where and what, and why it does. */
type Explained = { tool: string; where: RegExp; what: RegExp; why: string };

/** Everything that the testers say and that is meant to be so. A finding that is not here fails the run. */
const explained: readonly Explained[] = [
  {
    tool: 'csp_evaluator',
    where: /^\//,
    what: /^MEDIUM_MAYBE script-src 'self'/,
    why: 'the portal serves no JSONP, no AngularJS and nobody else’s files as scripts; its worker and its modules need their own origin',
  },
  {
    tool: 'wapiti',
    where: /^GET \/[\w-]+\/book~$/,
    what: /^Backup file/,
    why: 'every path below a clinic is answered with its page, which then says that there is nothing',
  },
  {
    tool: 'wapiti',
    where: /^GET \//,
    what: /X-XSS-Protection is not set/,
    why: 'it is set to 0, as browsers advise: their filters are gone, or were themselves a way in',
  },
  {
    tool: 'wapiti',
    where: /^GET \//,
    what: /Strict-Transport-Security is not set/,
    why: 'the run is over plain HTTP on loopback; with an https PUBLIC_URL it is sent for a year, which a test holds',
  },
];

/** What cannot run everywhere: it is told as not run, and does not fail the run. */
const leftOut: readonly { tool: string; what: RegExp; why: string }[] = [
  {
    tool: 'npm audit',
    what: /^No source of advisories answers here: /,
    why: 'not every registry tells advisories; `npm audit --omit=dev` asks where one does',
  },
];

/** Why it may be that a tester did not do something; null where it may not. */
export const whyLeftOut = ({ tool }: Pick<Outcome, 'tool'>, missing: string): string | null =>
  leftOut.find((one) => one.tool === tool && one.what.test(missing))?.why ?? null;

/** Why a finding stays; null for a new one. */
export const whyStays = ({ tool, where, what }: Finding): string | null =>
  explained.find((one) => one.tool === tool && one.where.test(where) && one.what.test(what))?.why ?? null;
