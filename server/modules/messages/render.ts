import type { MailLine } from '../../db/documents';
import { escapeHtml } from '../../system/html';

export type Line = MailLine;

/** Renders an e-mail's lines as plain text and as HTML in which typed text cannot act as markup. */
export function renderMail(lines: readonly Line[]): { text: string; html: string } {
  return { text: lines.map(asText).join('\n'), html: page(paragraphs(lines).map(asHtml).join('\n')) };
}

/** Cleans typed text for a subject or a short message: no line ends, no other control characters. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function asText(line: Line): string {
  if (typeof line === 'string') return line;
  if ('link' in line) return `${line.words}: ${line.link}`;
  const rows = [line.head, ...line.rows];
  const widths = line.head.map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)));
  const written = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [written[0], widths.map((width) => '-'.repeat(width)).join('  '), ...written.slice(1)].join('\n');
}

/** Lines that stand together; a table stands alone. */
function paragraphs(lines: readonly Line[]): Line[][] {
  const found: Line[][] = [[]];
  for (const line of lines) {
    const isTable = typeof line === 'object' && 'rows' in line;
    if (line === '') found.push([]);
    else if (isTable) found.push([line], []);
    else found.at(-1)!.push(line);
  }
  return found.filter((paragraph) => paragraph.length > 0);
}

function asHtml(paragraph: readonly Line[]): string {
  const [first] = paragraph;
  if (typeof first === 'object' && 'rows' in first) return table(first);
  return `<p>${paragraph.map(inline).join('<br>\n')}</p>`;
}

function inline(line: Line): string {
  if (typeof line === 'object' && 'link' in line)
    return `<a href="${escapeHtml(line.link)}" style="color: inherit">${escapeHtml(line.words)}</a>`;
  return typeof line === 'string' ? escapeHtml(line).replace(/\r?\n/g, '<br>\n') : '';
}

function table({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }): string {
  const cell = (name: 'th' | 'td', text: string) =>
    `<${name} ${name === 'th' ? 'scope="col" ' : ''}style="padding: 6px 16px 6px 0; text-align: left; border-bottom: 1px solid #ccc">${escapeHtml(text)}</${name}>`;
  const row = (name: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((text) => cell(name, text)).join('')}</tr>`;
  return [
    '<table style="border-collapse: collapse">',
    `<thead>${row('th', head)}</thead>`,
    `<tbody>${rows.map((cells) => row('td', cells)).join('\n')}</tbody>`,
    '</table>',
  ].join('\n');
}

const page = (content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin: 24px; max-width: 36em; font: 16px/1.5 system-ui, sans-serif">
${content}
</body>
</html>
`;
