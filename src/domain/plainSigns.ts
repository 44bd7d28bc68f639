/**
 * Writes signs that phones, keyboards and other scripts write differently in one way. Each sign stays one character, so
 * that no text grows. The character classes use Unicode's own properties where there are any.
 */

/** Apostrophes, single quotes, primes and accents that stand for one: ’ ‘ ʼ ′ ´ ` ＇ … */
const apostrophe = /[‘’‚‛‹›ʹʻʼʽʾʿˈˊˋ՚׳ߴ′‵`´\u1FEF\u1FFD❛❜❟ꞌ＇｀]/gu;
const doubleQuote = /["\p{Quotation_Mark}״ߵʺˮ˝″‶❝❞❠\u{1F676}-\u{1F678}]/gu;
/**
 * Dashes, hyphens and minus signs. Raised and lowered ones are left out because they belong to an exponent, wavy ones
 * because they mean 'about'.
 */
const dash = /(?![⁓〜〰⁻₋])[\p{Dash}⁃˗]/gu;

/**
 * A class for regular expressions: signs that take no room and cannot be seen, such as zero-width ones, soft hyphens,
 * bidi marks and variation selectors.
 */
export const invisible = '\\p{Default_Ignorable_Code_Point}';

/** Writes apostrophes as ', quotes as " and dashes as -. */
export const straightSigns = (text: string): string =>
  text
    .replace(apostrophe, "'")
    .replace(doubleQuote, (sign) => (sign === "'" ? sign : '"'))
    .replace(dash, '-');
