import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import type { Vaccination } from '../../src/contract/pets';
import { addDays } from '../../src/domain/clinicTime';
import { statusWords } from '../../src/domain/certificate/certificate';
import type { VaccinationStatus } from '../../src/domain/pets/vaccinations';

/** Returns 18:00 UTC of a date, noon at a clinic in Chicago in winter. */
export const noon = (date: string) => new Date(`${date}T18:00:00Z`);

/**
 * Arbitrary vaccinations with any flags and dates, the date on which they are shown, and when and from where they
 * were loaded.
 */
export const looked = fc
  .record({
    today: fc.integer({ min: 0, max: 1000 }).map((days) => addDays('2026-01-01', days)),
    /** Days since they were loaded; null for the device's copies. */
    age: fc.option(fc.constantFrom(0, 1, 40)),
    rows: fc.array(
      fc.record({
        ends: fc.option(fc.integer({ min: -60, max: 60 })),
        expired: fc.boolean(),
        expires_soon: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ today, age, rows }) => ({
    today,
    savedAt: age === null ? noon(addDays(today, -3)).toISOString() : null,
    asOf: noon(addDays(today, -(age ?? 3))).toISOString(),
    isFresh: age === 0,
    rows: rows.map(({ ends, ...flags }, n): Vaccination => ({
      id: `v${n}`,
      description: `Vaccine ${n}`,
      issue_date: null,
      expiration_date: ends === null ? null : addDays(today, ends),
      ...flags,
    })),
  }));

/** Decides a vaccination's status literally by the text of D-10. */
export function stated(
  { expired, expires_soon, expiration_date: end }: Vaccination,
  isFresh: boolean,
  today: string,
): VaccinationStatus {
  if (expired || (!isFresh && end !== null && end < today)) return 'expired';
  return expires_soon || (!isFresh && end !== null && end <= addDays(today, 30)) ? 'soon' : 'active';
}

const linesOf = async (pdf: Uint8Array): Promise<string[]> =>
  (await PDFDocument.load(pdf)).context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return [];
    const code = new TextDecoder('latin1').decode(decodePDFRawStream(object).decode());
    return [...code.matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex = '']) =>
      new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')),
    );
  });
/** Lists the vaccines' names in a certificate's PDF, each with its status in words. */
export async function wordsIn(pdf: Uint8Array): Promise<string[][]> {
  const lines = await linesOf(pdf);
  return lines
    .flatMap((line, at) =>
      line.startsWith('Vaccine ')
        ? [[line, lines.slice(at + 1).find((each) => Object.values(statusWords).includes(each)) ?? '']]
        : [],
    )
    .sort();
}
