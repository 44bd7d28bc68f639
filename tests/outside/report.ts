import { whyLeftOut, whyStays } from './explained';
import type { Outcome } from './tools';

/** How a tester fared, in a few words: what did not run never reads as passed. */
export function verdict({ findings, ran, missing }: Outcome): string {
  const fresh = findings.filter((finding) => whyStays(finding) === null).length;
  const words = [
    ...(fresh > 0 ? [`${fresh} FOUND`] : []),
    ...(missing.length > 0 ? [ran.length === 0 ? 'DID NOT RUN' : 'RAN IN PART'] : []),
  ];
  return words.length > 0
    ? words.join(', ')
    : `nothing new${findings.length > 0 ? `, ${findings.length} explained` : ''}`;
}

/** The report: for each tester what it did, what did not run, and its findings, each with why it stays where it may. */
export const reportOf = (outcomes: readonly Outcome[]): string =>
  outcomes
    .map((outcome) =>
      [
        `## ${outcome.tool}: ${verdict(outcome)}`,
        '',
        ...outcome.ran.map((line) => `- ran: ${line}`),
        ...outcome.missing.map((line) => {
          const why = whyLeftOut(outcome, line);
          return `- DID NOT RUN: ${line}${why === null ? '' : ` (may be so: ${why})`}`;
        }),
        ...outcome.findings.map((finding) => {
          const why = whyStays(finding);
          const begins = why === null ? 'FOUND' : 'explained';
          return `- ${begins}: ${finding.where}: ${finding.what}${why === null ? '' : ` (stays: ${why})`}`;
        }),
        '',
      ].join('\n'),
    )
    .join('\n');
