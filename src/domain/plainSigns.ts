/**
 * One spelling for signs that phones, keyboards and other scripts write differently. Each sign stays one character, so
 * that no text grows. Ranges go by Unicode's own properties where it has them.
 */

/** Apostrophes, single quotes, primes and accents that stand for one: ’ ‘ ʼ ′ ´ ` ＇ … */
const apostrophe = /[‘’‚‛‹›ʹʻʼʽʾʿˈˊˋ՚׳ߴ′‵`´\u1FEF\u1FFD❛❜❟ꞌ＇｀]/gu;
const doubleQuote = /["\p{Quotation_Mark}״ߵʺˮ˝″‶❝❞❠\u{1F676}-\u{1F678}]/gu;
/** Dashes, hyphens and minus signs. Raised and lowered ones belong to an exponent, and the wavy ones mean 'about'. */
const dash = /(?![⁓〜〰⁻₋])[\p{Dash}⁃˗]/gu;

/** Signs that take no place and are not seen: zero-width ones, soft hyphens, bidi marks, variation selectors. */
export const invisible = '\\p{Default_Ignorable_Code_Point}';

/** Apostrophes as ', quotes as ", dashes as -. */
export const straightSigns = (text: string): string =>
  text
    .replace(apostrophe, "'")
    .replace(doubleQuote, (sign) => (sign === "'" ? sign : '"'))
    .replace(dash, '-');
