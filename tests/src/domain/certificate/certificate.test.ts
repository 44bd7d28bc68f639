import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificate, latestOfEach, UNKNOWN } from '../../../../src/domain/certificate/certificate';
import { certificatePdf } from '../../../../src/domain/certificate/certificatePdf';
import { printable } from '../../../../src/domain/pets/printable';

const shop = {
  name: 'Test Vets',
  address: '1 Main Street, Austin',
  phone: '',
  phoneCode: '1',
  phoneNumber: '5125550100',
  url: 'https://www.testvets.example/',
  timezone: 'America/Chicago',
  metadata: {},
};
const row = (id: string, description: string, issue_date: string | null, expiration_date: string | null) => ({
  id,
  description,
  issue_date,
  expiration_date,
  expired: false,
  expires_soon: false,
});
const now = new Date('2026-11-22T05:30:00Z');
/** A copy, which its dates alone can make worse. */
const look = { isCopy: true, today: '2026-11-21' };
const make = (rows: ReturnType<typeof row>[], pet = {}) =>
  certificate({
    shop,
    pet: { name: 'Rex', sex: 'male', birthdate: '2020-04-01', breed: 'Beagle', ...pet },
    species: 'Dog',
    rows,
    asOf: now,
    look,
  });
const many = (count: number, name = (n: number) => `Vaccine ${n}`) =>
  Array.from({ length: count }, (_, n) => row(`v${n}`, name(n), '2026-01-01', '2027-01-01'));

describe('a vaccination certificate (D-301)', () => {
  it('shows the latest of each vaccine first, the one that lasts longest on top, and the earlier ones after', () => {
    const { latest, earlier } = make([
      row('old', 'rabies ', '2020-10-03', '2023-10-03'),
      row('soon', 'Bordetella', '2025-12-03', '2026-12-03'),
      row('gone', 'Rabies', '2023-10-03', '2026-11-20'),
      row('last-day', 'Lyme', null, '2026-11-21'),
      row('long', 'DHPP', '2024-08-16', '2027-08-16'),
      row('open', 'Microchip', '2024-01-01', null),
      row('undated', 'DHPP', null, '2029-01-01'),
    ]);
    expect(latest.map(({ id, status }) => [id, status])).toEqual([
      ['open', 'active'],
      ['long', 'active'],
      ['soon', 'soon'],
      ['last-day', 'soon'],
      ['gone', 'expired'],
    ]);
    expect(earlier.map(({ id }) => id)).toEqual(['old', 'undated']);
    expect(latest[0]).toMatchObject({ given: 'Mon Jan 1, 2024', expires: 'No end date' });
    expect(latest[3]).toMatchObject({ given: UNKNOWN });
  });

  it("says whose it is, whose record, and of when, by the clinic's clock", () => {
    expect(make([], { name: ' Ño-Nó\n', sex: 'none', breed: null })).toMatchObject({
      clinic: { name: 'Test Vets', contact: '512-555-0100, testvets.example', colour: '#0f766e' },
      pet: 'Ño-Nó',
      facts: [
        { value: 'Dog' },
        { value: UNKNOWN },
        { label: 'Sex', value: UNKNOWN },
        { label: 'Birth date', value: 'Wed Apr 1, 2020' },
      ],
      asOf: 'Sat Nov 21, 2026, 11:30pm',
      zone: 'Central Time',
      fileName: 'no-no-vaccinations-2026-11-21.pdf',
    });
  });

  it('tells how a row stands by the day on which it is looked at, and of when by the day of the records', () => {
    const shown = certificate({
      shop,
      pet: { name: 'Rex' },
      species: null,
      rows: [row('v', 'Rabies', null, '2026-11-25')],
      asOf: new Date('2026-11-01T15:00:00Z'),
      look: { isCopy: true, today: '2026-11-26' },
    });
    expect([shown.latest[0]?.status, shown.asOf]).toEqual(['expired', 'Sun Nov 1, 2026, 9:00am']);
  });

  it('loses no row and shows each vaccine once among the latest', () => {
    const date = fc.option(fc.constantFrom('2024-01-01', '2025-01-01', '2026-01-01'));
    const rows = fc.array(
      fc.record({
        description: fc.constantFrom('Rabies', 'rabies', ' RABIES ', 'Lyme', 'DHPP'),
        issue_date: date,
        expiration_date: date,
      }),
    );
    fc.assert(
      fc.property(rows, (list) => {
        const all = list.map((one, n) => ({ ...one, id: String(n) }));
        const { latest, earlier } = latestOfEach(all);
        expect([...latest, ...earlier].map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
        expect(latest).toHaveLength(new Set(all.map(({ description }) => description.trim().toLowerCase())).size);
      }),
    );
  });
});

/** The lines that a PDF writes with its own fonts, in their order. */
const textOf = (paper: PDFDocument): string[] =>
  paper.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return [];
    const code = new TextDecoder('latin1').decode(decodePDFRawStream(object).decode());
    return [...code.matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex = '']) =>
      new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')),
    );
  });

describe('the certificate as a PDF', () => {
  const pagesOf = async (rows: ReturnType<typeof row>[], pet = {}) =>
    (await PDFDocument.load(await certificatePdf(make(rows, pet), now))).getPages();

  it.each([
    [0, 1],
    [4, 1],
    [12, 1],
    [22, 1],
  ])('%i vaccines stand on %i page', async (count, pages) => {
    expect(await pagesOf(many(count))).toHaveLength(pages);
  });

  it('puts what was before on more pages, that A4 and Letter hold whole', async () => {
    const pages = await pagesOf([...many(6), ...many(40, () => 'Vaccine 1')]);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect([page.getWidth() <= 595.3, page.getHeight() <= 792]).toEqual([true, true]);
  });

  it('writes long names of vaccine, breed and clinic whole, on several lines', async () => {
    const vaccine = 'Distemper, Hepatitis, Leptospirosis, Parainfluenza and Parvovirus (DHLPP) booster, three year';
    const breed = 'Nova Scotia Duck Tolling Retriever and Cavalier King Charles Spaniel';
    const name = 'The Saint Bartholomew Memorial Animal Hospital and Rehabilitation Center of Southwest Austin';
    const paper = await PDFDocument.load(
      await certificatePdf(
        {
          ...make([...many(3), row('v9', vaccine, '2026-01-01', '2027-01-01')], { breed }),
          clinic: { ...make([]).clinic, name },
        },
        now,
      ),
    );
    const written = textOf(paper).join(' ');
    for (const text of [vaccine, breed, name]) expect(written).toContain(text);
    expect([written.includes('…'), paper.getPageCount()]).toEqual([false, 1]);
  });

  it('carries its title and language, and is made of whatever was typed', async () => {
    const bytes = await certificatePdf(
      make(
        many(1, () => '狂犬病 \u0000 💉'.repeat(60)),
        { name: 'Žofie 🐶'.repeat(30), breed: '' },
      ),
      now,
    );
    const read = await PDFDocument.load(bytes);
    expect([
      read.getTitle()?.startsWith('Vaccination certificate: Žofie'),
      read.getCreationDate(),
      read.getPageCount(),
    ]).toEqual([true, now, 1]);
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-');
  });
});

describe('a certificate with names in other scripts', () => {
  const pixel = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (sign) => sign.charCodeAt(0),
  );
  const named = make([row('v1', '狂犬病', '2026-01-01', '2027-01-01'), row('v2', 'Lyme', '2026-01-01', '2027-01-01')], {
    name: 'Жучка',
    breed: 'Żółty 🐶',
  });

  it('has painted what its fonts cannot write, and that alone', async () => {
    const painted: [string, boolean][] = [];
    const bytes = await certificatePdf(named, now, {
      paint: async (text, { isBold }) => (
        painted.push([text, isBold]),
        { png: pixel, width: 900, height: 12, depth: 3 }
      ),
    });
    expect(painted).toEqual([
      ['Жучка', true],
      ['Żółty 🐶', true],
      ['狂犬病', true],
    ]);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
  });

  it('is made all the same where nothing can paint, or painting fails', async () => {
    for (const paint of [null, async () => null, async () => Promise.reject(new Error('no font'))]) {
      expect((await PDFDocument.load(await certificatePdf(named, now, { paint }))).getTitle()).toBe(
        'Vaccination certificate: Жучка',
      );
    }
  });

  it('shows the animal that it is given', async () => {
    const face = {
      shapes: '<path d="M10 10h20v20z" fill="var(--f)"/><ellipse cx="20" cy="20" rx="4" ry="5" fill="var(--unknown)"/>',
      colours: { '--f': '#dba467' },
    };
    const [plain, drawn] = [await certificatePdf(named, now), await certificatePdf(named, now, { face })];
    expect(drawn).not.toEqual(plain);
    expect((await PDFDocument.load(drawn)).getPageCount()).toBe(1);
  });
});

describe("text for a PDF's own fonts", () => {
  it.each([
    ['Zoë’s “Łukasz” – Ž', 'Zoë’s “Lukasz” – Ž'],
    ['Ağaç Đặng', 'Agaç Dang'],
    ['犬 Rex', 'Rex'],
    ['Łucja', 'Lucja'],
    ['Rex 🐶\u200d!', 'Rex !'],
    ['a\n\tb', 'a b'],
    ['Cafe\u0301', 'Café'],
  ])('%j is %j', (typed, written) => {
    expect(printable(typed)).toBe(written);
  });

  it('never holds a sign that they cannot write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(() => new TextEncoder().encode(printable(text))).not.toThrow();
        expect(printable(text)).toMatch(/^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/);
      }),
    );
  });
});
