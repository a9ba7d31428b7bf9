/** Matches a joiner between two emoji, which makes one of them and can therefore be seen. */
const EMOJI_JOINER =
  /(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})/u

/**
 * Matches tags behind a black flag, which make it the flag of a region, for example of Scotland,
 * and can therefore be seen.
 */
const FLAG_TAG = /(?<=\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0020}-\u{E007F}]/u

/**
 * Matches characters that leave no mark on the screen: zero-width ones, soft hyphens, direction
 * marks, fillers, controls. The lookaheads keep white space, and what is part of an emoji.
 */
const INVISIBLE = /* @__PURE__ */ new RegExp(
  `(?!${EMOJI_JOINER.source}|${FLAG_TAG.source})\\p{Default_Ignorable_Code_Point}|(?!\\s)\\p{Cc}`,
  'gu',
)

const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu

const PRINTABLE_ASCII = /^[ -~]*$/

/** Matches the minus sign of typography, and the one that is as wide as a Chinese character. */
const OTHER_MINUS = /[−－]/g

/**
 * Returns what one sees of a text that somebody has typed or pasted, in plain characters:
 * - Characters that cannot be seen are removed, as are the blanks around the text.
 * - The digits of any script become 0 to 9.
 * - Minus signs become hyphens.
 *
 * It is for what the app understands (a key, a number, a category, a search), and not for the name
 * of a pet, which stays exact.
 */
export function plainText(text: string): string {
  // Most texts have nothing of this, which is found out in a tenth of the time.
  if (PRINTABLE_ASCII.test(text)) return text.trim()
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(OTHER_DIGIT, digitValue)
    .replaceAll(OTHER_MINUS, '-')
    .trim()
}

/**
 * Returns a text in the form in which it is compared. Texts of the same words have the same form,
 * in any letter case.
 */
export function comparableText(text: string): string {
  // We do not use toLocaleLowerCase, because in Turkish "BIRDS" would get a dotless i.
  return plainText(text).replaceAll(/\s+/g, ' ').normalize().toLowerCase()
}

/**
 * Returns the value of a digit of any script. Unicode promises that the digits of a script follow
 * each other from 0 to 9.
 */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}
