import { PDFDocument, rgb, StandardFonts, type Color, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import {
  CERTIFICATE_COLUMNS,
  CERTIFICATE_NOTE,
  CERTIFICATE_TITLE,
  EARLIER,
  NO_VACCINATIONS,
  statusWords,
  type Certificate,
  type CertificateRow,
} from './certificate';
import { drawSeal, type Face } from './certificateSeal';
import { write, type Line, type Painter } from './certificateText';
import { printable } from '../pets/printable';

/** The page in points: as wide as A4 and as high as Letter, so that all of it fits on either paper. */
const page = { width: 595.28, height: 792, margin: 51, foot: 84 };
const inner = page.width - 2 * page.margin;
const columns = [0, 0.3, 0.54, 0.79].map((share) => page.margin + share * inner);
const rowHeight = { usual: 31, least: 17 };

const ink = rgb(0.05, 0.13, 0.12);
const soft = rgb(0.27, 0.35, 0.34);
const line = rgb(0.86, 0.89, 0.89);
const tones: Readonly<Record<CertificateRow['status'], Color>> = {
  active: rgb(0.08, 0.44, 0.22),
  soon: rgb(0.62, 0.31, 0.02),
  expired: rgb(0.73, 0.11, 0.11),
};
const marks: Readonly<Record<CertificateRow['status'], string>> = {
  active: 'M-3.6 .2L-1.1 2.7L3.7-2.6',
  soon: 'M0-3.4V0L2.6 1.8',
  expired: 'M0-4V1M0 3.6V3.8',
};

/**
 * What the page or the server supplies where it can: the drawing of the animal's head, and a painter for scripts that
 * the standard fonts do not have.
 */
export type Means = { face?: Face | null; paint?: Painter | null };

type Paper = {
  document: PDFDocument;
  plain: PDFFont;
  bold: PDFFont;
  accent: Color;
  tint: Color;
  face: Face | null;
  write: (sheet: PDFPage, text: string, line: Omit<Line, 'font' | 'isBold'> & { isBold?: boolean }) => Promise<void>;
};

/**
 * Draws a certificate and returns the PDF file's bytes. The same certificate gives the same file, apart from the
 * creation date `madeAt`. The latest rows are on page one (D-301).
 */
export async function certificatePdf(
  certificate: Certificate,
  madeAt: Date,
  { face = null, paint = null }: Means = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.setTitle(`${CERTIFICATE_TITLE}: ${certificate.pet}`, { showInWindowTitleBar: true });
  document.setAuthor(certificate.clinic.name);
  document.setLanguage('en-US');
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  const [plain, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ];
  const paper: Paper = {
    document,
    plain,
    bold,
    face,
    ...coloursOf(certificate.clinic.colour),
    write: (sheet, text, { isBold = false, ...line }) =>
      write(sheet, text, { ...line, isBold, font: isBold ? bold : plain }, paint),
  };
  const first = document.addPage([page.width, page.height]);
  const top = await facts(paper, first, certificate, await head(paper, first, certificate));
  foot(paper, first, certificate);
  await rows(paper, first, certificate, top);
  const bytes = await document.save();
  return new Uint8Array(bytes);
}

function coloursOf(hex: string): { accent: Color; tint: Color } {
  const parts = [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16) / 255) as [number, number, number];
  const [r, g, b] = parts.map((part) => 1 - (1 - part) * 0.14) as [number, number, number];
  return { accent: rgb(...parts), tint: rgb(r, g, b) };
}

/** Draws the clinic, the title and the seal; returns the y below them, in points. */
async function head(
  { plain, bold, accent, tint, face, write: writeLine }: Paper,
  sheet: PDFPage,
  { clinic, pet }: Certificate,
): Promise<number> {
  const letter = [...clinic.name][0]?.toUpperCase() ?? '';
  sheet.drawSvgPath(
    'M10.6 0H27.4A10.6 10.6 0 0 1 38 10.6V27.4A10.6 10.6 0 0 1 27.4 38H10.6A10.6 10.6 0 0 1 0 27.4V10.6A10.6 10.6 0 0 1 10.6 0z',
    { x: page.margin, y: 746, color: accent },
  );
  const wide = bold.widthOfTextAtSize(printable(letter) || 'O', 19);
  await writeLine(sheet, letter, {
    x: page.margin + 19 - wide / 2,
    y: 720.5,
    size: 19,
    isBold: true,
    color: lightness(accent) > 0.6 ? ink : rgb(1, 1, 1),
    most: 30,
  });
  const besides = { x: page.margin + 50, most: inner - 50 };
  await writeLine(sheet, clinic.name, {
    ...besides,
    lines: 2,
    at: 'last',
    y: 735,
    size: 12.5,
    isBold: true,
    color: ink,
  });
  await writeLine(sheet, clinic.address ?? '', { ...besides, y: 721, size: 9.5, color: soft });
  await writeLine(sheet, clinic.contact, { ...besides, y: clinic.address ? 708 : 721, size: 9.5, color: soft });
  rule(sheet, 690);
  drawSeal(sheet, {
    x: page.width - page.margin - 58,
    y: 610,
    accent,
    tint,
    face: face && { ...face, colours: { '--accent': clinic.colour, '--on-accent': '#ffffff', ...face.colours } },
  });

  sheet.drawText(CERTIFICATE_TITLE, { x: page.margin, y: 625, size: 12, font: plain, color: soft });
  const most = inner - 140;
  const size = Math.max(15, Math.min(44, (44 * most) / Math.max(1, bold.widthOfTextAtSize(printable(pet), 44))));
  await writeLine(sheet, pet, { x: page.margin - 1, y: 622 - size, size, isBold: true, color: ink, most });
  return 525;
}

async function facts(
  { write: writeLine }: Paper,
  sheet: PDFPage,
  { facts: all }: Certificate,
  y: number,
): Promise<number> {
  const width = inner / all.length;
  for (const [index, { label, value }] of all.entries()) {
    const x = page.margin + index * width;
    await writeLine(sheet, label, { x, y, size: 9.5, color: soft, most: width });
    await writeLine(sheet, value, {
      x,
      y: y - 15,
      size: 11.5,
      isBold: true,
      color: ink,
      most: width - 8,
      lines: 3,
      at: 'first',
    });
  }
  return y - 48;
}

async function rows(paper: Paper, first: PDFPage, certificate: Certificate, top: number): Promise<void> {
  if (certificate.latest.length === 0) {
    await paper.write(first, NO_VACCINATIONS, { x: page.margin, y: top, size: 11, color: ink, most: inner });
    return;
  }
  let [sheet, y] = [first, columnsRow(paper, first, top)];
  const room = (y - page.foot) / certificate.latest.length;
  const height = Math.min(rowHeight.usual, Math.max(rowHeight.least, room));
  const next = async (row: CertificateRow) => {
    if (y - height < page.foot - 0.01) {
      sheet = paper.document.addPage([page.width, page.height]);
      foot(paper, sheet, certificate);
      await paper.write(sheet, `${certificate.pet}, ${CERTIFICATE_TITLE.toLowerCase()}`, {
        x: page.margin,
        y: 735,
        size: 12.5,
        isBold: true,
        color: ink,
        most: inner,
      });
      y = columnsRow(paper, sheet, 706);
    }
    await drawRow(paper, sheet, row, y - height / 2 - 4, height);
    y -= height;
    rule(sheet, y);
  };
  for (const row of certificate.latest) await next(row);
  if (certificate.earlier.length === 0) return;
  // A heading never stands alone at the end of a page.
  if (y - 40 - height >= page.foot) {
    sheet.drawText(EARLIER, { x: page.margin, y: y - 30, size: 12, font: paper.bold, color: ink });
    y -= 40;
    rule(sheet, y);
  } else y = 0;
  for (const row of certificate.earlier) await next(row);
}

function columnsRow({ plain }: Paper, sheet: PDFPage, y: number): number {
  CERTIFICATE_COLUMNS.forEach((label, index) =>
    sheet.drawText(label, { x: columns[index]!, y, size: 9.5, font: plain, color: soft }),
  );
  rule(sheet, y - 10);
  return y - 10;
}

async function drawRow(
  { write: writeLine }: Paper,
  sheet: PDFPage,
  row: CertificateRow,
  y: number,
  height: number,
): Promise<void> {
  const size = height < 22 ? 9.5 : 11;
  const color = tones[row.status];
  const width = (index: number) => (columns[index + 1] ?? page.width - page.margin) - columns[index]! - 8;
  await writeLine(sheet, row.vaccine, {
    x: columns[0]!,
    y,
    size,
    isBold: true,
    color: ink,
    most: width(0),
    lines: height < 30 ? 2 : 3,
  });
  await writeLine(sheet, row.given, { x: columns[1]!, y, size, color: ink, most: width(1) });
  await writeLine(sheet, row.expires, { x: columns[2]!, y, size, color: ink, most: width(2) });
  drawRing(sheet, row, { x: columns[3]! + 7, y: y + 4 });
  await writeLine(sheet, statusWords[row.status], {
    x: columns[3]! + 20,
    y,
    size,
    isBold: true,
    color,
    most: width(3) - 12,
  });
}

const ring = 7;

/**
 * Draws a row's status mark in a ring that shows how much of the row's time is left; in a full disc where it has
 * expired.
 */
function drawRing(sheet: PDFPage, { status, left }: CertificateRow, centre: { x: number; y: number }): void {
  const color = tones[status];
  if (status === 'expired') sheet.drawCircle({ ...centre, size: ring, color });
  else {
    sheet.drawCircle({
      ...centre,
      size: ring,
      borderColor: color,
      borderWidth: 1.3,
      borderOpacity: left < 100 ? 0.22 : 1,
    });
    if (left < 100)
      sheet.drawSvgPath(arc(Math.max(left, 2) / 100), { ...centre, borderColor: color, borderWidth: 1.3 });
  }
  sheet.drawSvgPath(marks[status], {
    ...centre,
    borderColor: status === 'expired' ? rgb(1, 1, 1) : color,
    borderWidth: 1.3,
  });
}

/** The SVG path of a part (0 to 1) of the ring, clockwise from its top. */
function arc(part: number): string {
  const angle = part * 2 * Math.PI;
  return `M0 ${-ring}A${ring} ${ring} 0 ${part > 0.5 ? 1 : 0} 1 ${(ring * Math.sin(angle)).toFixed(2)} ${(-ring * Math.cos(angle)).toFixed(2)}`;
}

function foot({ plain, bold }: Paper, sheet: PDFPage, { asOf, zone }: Certificate): void {
  rule(sheet, 66);
  sheet.drawText('As of ', { x: page.margin, y: 50, size: 9.5, font: plain, color: soft });
  const from = page.margin + plain.widthOfTextAtSize('As of ', 9.5);
  sheet.drawText(printable(asOf), { x: from, y: 50, size: 9.5, font: bold, color: ink });
  sheet.drawText(printable(`, ${zone}.`), {
    x: from + bold.widthOfTextAtSize(printable(asOf), 9.5),
    y: 50,
    size: 9.5,
    font: plain,
    color: soft,
  });
  sheet.drawText(CERTIFICATE_NOTE, { x: page.margin, y: 36, size: 9.5, font: plain, color: soft });
}

const rule = (sheet: PDFPage, y: number): void =>
  sheet.drawLine({
    start: { x: page.margin, y },
    end: { x: page.width - page.margin, y },
    thickness: 0.75,
    color: line,
  });

const lightness = (colour: Color): number =>
  'red' in colour ? 0.3 * colour.red + 0.59 * colour.green + 0.11 * colour.blue : 0;
