/** Signs of Windows-1252 beyond Latin-1. The standard fonts, which every PDF reader has, can write them. */
const western = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
/**
 * Letters and signs that Unicode does not take apart into a plain letter and its mark, with what is written for them.
 */
const plain: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŀ: 'l',
  Ŀ: 'L',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
  ĸ: 'k',
  ẞ: 'SS',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\u2032': "'",
  '\u2033': '"',
};

const canWrite = (sign: string): boolean => /^[\x20-\x7e\xa0-\xff]$/.test(sign) || western.has(sign);

/** One line without control characters. */
const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/** Whether a PDF's standard fonts can write a text as it is. */
export const isPrintable = (text: string): boolean => printable(text) === oneLine(text);

/**
 * Reduces a text to the signs that a PDF's standard fonts can write, for where there is nothing better. Letters of
 * other Latin alphabets lose their marks, signs of other scripts and pictures are dropped, and control characters
 * become spaces.
 */
export function printable(text: string): string {
  const written = [...oneLine(text)].map((sign) => {
    if (canWrite(sign)) return sign;
    const base = sign.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain[sign] ?? ([...base].every(canWrite) ? base : '');
  });
  return written.join('').replace(/ {2,}/g, ' ').trim();
}
