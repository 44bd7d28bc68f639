import { PDFDocument, rgb, StandardFonts, type Color, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import { CERTIFICATE_COLUMNS, CERTIFICATE_NOTE, CERTIFICATE_TITLE, EARLIER, NO_VACCINATIONS, statusWords, type Certificate, type CertificateRow } from './certificate';
import { printable } from './printable';

/** Points. As wide as A4 and as high as Letter, so that either paper holds it whole. */
const page = { width: 595.28, height: 792, margin: 51, foot: 84 };
const inner = page.width - 2 * page.margin;
const columns = [0, 0.3, 0.54, 0.79].map((share) => page.margin + share * inner);
const rowHeight = { usual: 31, least: 17 };

const ink = rgb(0.05, 0.13, 0.12);
const soft = rgb(0.27, 0.35, 0.34);
const line = rgb(0.86, 0.89, 0.89);
const tones: Readonly<Record<CertificateRow['status'], Color>> = { active: rgb(0.08, 0.44, 0.22), soon: rgb(0.62, 0.31, 0.02), expired: rgb(0.73, 0.11, 0.11) };
const marks: Readonly<Record<CertificateRow['status'], string>> = {
  active: 'M-3.6 .2L-1.1 2.7L3.7-2.6', soon: 'M0-3.4V0L2.6 1.8', expired: 'M0-4V1M0 3.6V3.8',
};
const paw = 'M12 12.2c2.3 0 4.7 2.5 4.7 4.8 0 1.6-1.2 2.5-2.5 2.5-.9 0-1.4-.4-2.2-.4s-1.3.4-2.2.4c-1.3 0-2.5-.9-2.5-2.5 0-2.3 2.4-4.8 4.7-4.8z';
const toes = [[6, 11.5, 1.5, 2], [9.6, 7, 1.6, 2.2], [14.4, 7, 1.6, 2.2], [18, 11.5, 1.5, 2]] as const;

type Paper = { document: PDFDocument; plain: PDFFont; bold: PDFFont; accent: Color; tint: Color };

/** A certificate as a PDF file, the same for the same certificate but for its date of making. The latest rows are on page one (D-301). */
export async function certificatePdf(certificate: Certificate, madeAt: Date): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.setTitle(`${CERTIFICATE_TITLE}: ${certificate.pet}`, { showInWindowTitleBar: true });
  document.setAuthor(certificate.clinic.name);
  document.setLanguage('en-US');
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  const [plain, bold] = [await document.embedFont(StandardFonts.Helvetica), await document.embedFont(StandardFonts.HelveticaBold)];
  const paper: Paper = { document, plain, bold, ...coloursOf(certificate.clinic.colour) };
  const first = document.addPage([page.width, page.height]);
  const top = facts(paper, first, certificate, head(paper, first, certificate));
  foot(paper, first, certificate);
  rows(paper, first, certificate, top);
  const bytes = await document.save();
  return new Uint8Array(bytes);
}

function coloursOf(hex: string): { accent: Color; tint: Color } {
  const parts = [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16) / 255) as [number, number, number];
  const [r, g, b] = parts.map((part) => 1 - (1 - part) * 0.14) as [number, number, number];
  return { accent: rgb(...parts), tint: rgb(r, g, b) };
}

/** The clinic, the title and the seal; gives the y below them. */
function head({ plain, bold, accent, tint }: Paper, sheet: PDFPage, { clinic, pet }: Certificate): number {
  const letter = printable([...clinic.name][0]?.toUpperCase() ?? '');
  sheet.drawSvgPath('M10.6 0H27.4A10.6 10.6 0 0 1 38 10.6V27.4A10.6 10.6 0 0 1 27.4 38H10.6A10.6 10.6 0 0 1 0 27.4V10.6A10.6 10.6 0 0 1 10.6 0z', { x: page.margin, y: 746, color: accent });
  sheet.drawText(letter, { x: page.margin + 19 - bold.widthOfTextAtSize(letter, 19) / 2, y: 720.5, size: 19, font: bold, color: lightness(accent) > 0.6 ? ink : rgb(1, 1, 1) });
  const besides = page.margin + 50;
  write(sheet, clinic.name, { x: besides, y: 735, size: 12.5, font: bold, color: ink, most: inner - 50 });
  write(sheet, clinic.address ?? '', { x: besides, y: 721, size: 9.5, font: plain, color: soft, most: inner - 50 });
  write(sheet, clinic.contact, { x: besides, y: clinic.address ? 708 : 721, size: 9.5, font: plain, color: soft, most: inner - 50 });
  rule(sheet, 690);

  const centre = { x: page.width - page.margin - 58, y: 610 };
  for (let turn = 0; turn < 36; turn += 1) {
    const angle = (turn * Math.PI) / 36;
    sheet.drawSvgPath(ellipse(58, 31.5, angle), { ...centre, borderColor: accent, borderWidth: 0.35, borderOpacity: 0.62 });
  }
  sheet.drawCircle({ ...centre, size: 36, color: tint, borderColor: accent, borderWidth: 0.8 });
  const corner = { x: centre.x - 26, y: centre.y + 28 };
  sheet.drawSvgPath(paw, { ...corner, scale: 2.15, color: accent });
  for (const [x, y, wide, high] of toes) sheet.drawEllipse({ x: corner.x + x * 2.15, y: corner.y - y * 2.15, xScale: wide * 2.15, yScale: high * 2.15, color: accent });

  sheet.drawText(CERTIFICATE_TITLE, { x: page.margin, y: 625, size: 12, font: plain, color: soft });
  const most = inner - 140;
  const size = Math.max(15, Math.min(44, (44 * most) / Math.max(1, bold.widthOfTextAtSize(printable(pet), 44))));
  write(sheet, pet, { x: page.margin - 1, y: 622 - size, size, font: bold, color: ink, most });
  return 525;
}

/** The perimeter of an ellipse about the origin, turned. */
function ellipse(wide: number, high: number, angle: number): string {
  const at = (x: number, y: number) => `${(x * Math.cos(angle) - y * Math.sin(angle)).toFixed(2)} ${(x * Math.sin(angle) + y * Math.cos(angle)).toFixed(2)}`;
  const [k, l] = [wide * 0.5523, high * 0.5523];
  return `M${at(wide, 0)}C${at(wide, l)} ${at(k, high)} ${at(0, high)}S${at(-wide, l)} ${at(-wide, 0)}S${at(-k, -high)} ${at(0, -high)}S${at(wide, -l)} ${at(wide, 0)}z`;
}

function facts({ plain, bold }: Paper, sheet: PDFPage, { facts: all }: Certificate, y: number): number {
  const width = inner / all.length;
  all.forEach(({ label, value }, index) => {
    const x = page.margin + index * width;
    write(sheet, label, { x, y, size: 9.5, font: plain, color: soft, most: width });
    write(sheet, value, { x, y: y - 15, size: 11.5, font: bold, color: ink, most: width - 8 });
  });
  return y - 48;
}

function rows(paper: Paper, first: PDFPage, certificate: Certificate, top: number): void {
  if (certificate.latest.length === 0) {
    write(first, NO_VACCINATIONS, { x: page.margin, y: top, size: 11, font: paper.plain, color: ink, most: inner });
    return;
  }
  let [sheet, y] = [first, columnsRow(paper, first, top)];
  const room = (y - page.foot) / certificate.latest.length;
  const height = Math.min(rowHeight.usual, Math.max(rowHeight.least, room));
  const next = (row: CertificateRow) => {
    if (y - height < page.foot - 0.01) {
      sheet = paper.document.addPage([page.width, page.height]);
      foot(paper, sheet, certificate);
      write(sheet, `${certificate.pet}, ${CERTIFICATE_TITLE.toLowerCase()}`, { x: page.margin, y: 735, size: 12.5, font: paper.bold, color: ink, most: inner });
      y = columnsRow(paper, sheet, 706);
    }
    drawRow(paper, sheet, row, y - height / 2 - 4, height);
    y -= height;
    rule(sheet, y);
  };
  certificate.latest.forEach(next);
  if (certificate.earlier.length === 0) return;
  // A heading never stands alone at the end of a page.
  if (y - 40 - height >= page.foot) {
    sheet.drawText(EARLIER, { x: page.margin, y: y - 30, size: 12, font: paper.bold, color: ink });
    y -= 40;
    rule(sheet, y);
  } else y = 0;
  certificate.earlier.forEach(next);
}

function columnsRow({ plain }: Paper, sheet: PDFPage, y: number): number {
  CERTIFICATE_COLUMNS.forEach((label, index) => sheet.drawText(label, { x: columns[index]!, y, size: 9.5, font: plain, color: soft }));
  rule(sheet, y - 10);
  return y - 10;
}

function drawRow({ plain, bold }: Paper, sheet: PDFPage, row: CertificateRow, y: number, height: number): void {
  const size = height < 22 ? 9.5 : 11;
  const color = tones[row.status];
  const width = (index: number) => (columns[index + 1] ?? page.width - page.margin) - columns[index]! - 8;
  write(sheet, row.vaccine, { x: columns[0]!, y, size, font: bold, color: ink, most: width(0) });
  write(sheet, row.given, { x: columns[1]!, y, size, font: plain, color: ink, most: width(1) });
  write(sheet, row.expires, { x: columns[2]!, y, size, font: plain, color: ink, most: width(2) });
  const centre = { x: columns[3]! + 7, y: y + 4 };
  sheet.drawCircle({ ...centre, size: 7, ...(row.status === 'expired' ? { color } : { borderColor: color, borderWidth: 1.2 }) });
  sheet.drawSvgPath(marks[row.status], { ...centre, borderColor: row.status === 'expired' ? rgb(1, 1, 1) : color, borderWidth: 1.3 });
  write(sheet, statusWords[row.status], { x: columns[3]! + 20, y, size, font: bold, color, most: width(3) - 12 });
}

function foot({ plain, bold }: Paper, sheet: PDFPage, { asOf, zone }: Certificate): void {
  rule(sheet, 66);
  sheet.drawText('As of ', { x: page.margin, y: 50, size: 9.5, font: plain, color: soft });
  const from = page.margin + plain.widthOfTextAtSize('As of ', 9.5);
  sheet.drawText(printable(asOf), { x: from, y: 50, size: 9.5, font: bold, color: ink });
  sheet.drawText(printable(`, ${zone}.`), { x: from + bold.widthOfTextAtSize(printable(asOf), 9.5), y: 50, size: 9.5, font: plain, color: soft });
  sheet.drawText(CERTIFICATE_NOTE, { x: page.margin, y: 36, size: 9.5, font: plain, color: soft });
}

const rule = (sheet: PDFPage, y: number): void =>
  sheet.drawLine({ start: { x: page.margin, y }, end: { x: page.width - page.margin, y }, thickness: 0.75, color: line });

const lightness = (colour: Color): number => ('red' in colour ? 0.3 * colour.red + 0.59 * colour.green + 0.11 * colour.blue : 0);

/** One line of at most `most` points: a little too long becomes smaller, much too long is cut with an ellipsis. */
function write(sheet: PDFPage, typed: string, { most, size, ...options }: { x: number; y: number; size: number; font: PDFFont; color: Color; most: number }): void {
  let text = printable(typed);
  const wide = options.font.widthOfTextAtSize(text, size);
  const fitting = wide <= most ? size : Math.max(size * 0.72, (size * most) / wide);
  const signs = [...text];
  while (signs.length > 1 && options.font.widthOfTextAtSize(text, fitting) > most) {
    signs.pop();
    text = `${signs.join('').trimEnd()}…`;
  }
  sheet.drawText(text, { ...options, size: fitting });
}
