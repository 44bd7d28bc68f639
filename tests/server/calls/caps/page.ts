import { capNames, capTable, uncapped, type CapRow } from '../../../../server/calls/caps';

const MINUTE = 60_000;

const windowWords = (ms: number | null): string => {
  if (ms === null) return 'at a time';
  const minutes = ms / MINUTE;
  return minutes === 24 * 60 ? 'a day' : minutes === 60 ? 'an hour' : `in ${minutes} minutes`;
};

const callsOf = ({ calls }: CapRow): string => calls.map(({ name }) => `\`${name}\``).join(', ');

/** The table of caps as Markdown, for readers. */
export function capsPage(): string {
  const lines = capNames.map((name) => {
    const row: CapRow = capTable[name];
    const cells = [
      `\`${name}\``,
      row.counts,
      row.per,
      row.over,
      `${row.max} ${windowWords(row.windowMs)}${row.setAside ? `, ${row.setAside} of them for devices that the owner has signed in on` : ''}`,
      callsOf(row),
      row.instead ?? (row.says ? `429: ${row.says}` : '429'),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '# Caps',
    '',
    'How often things may be done. `server/calls/caps.ts` is the table, and a test keeps this page as it says.',
    '',
    'A cap that is reached is 429 with `Retry-After`, the seconds until it opens again, and a sentence that ends with the way to the clinic. A write is counted together with what it does, so one that fails is not counted, and one that is sent again under its key is neither counted nor refused.',
    '',
    'Beside the caps a flood is stopped: one network address may make 500 calls a second to a server process (`FLOOD_LIMIT`), counted over ten seconds; `/api/health` is left out.',
    '',
    'Searches for open times cost most. A server process works on four of one network address at once; the others of that address wait for their turn, up to 500 of them, and beyond that they hear 429 with `Retry-After`. Everybody else goes on between them.',
    '',
    '| Cap | What is counted | Per | Over | Most | Calls | When it is reached |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
    'Without a cap are:',
    '',
    ...uncapped.map(({ call, because }) => `- \`${call.name}\`: ${because}`),
    '',
  ].join('\n');
}
