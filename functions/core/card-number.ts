import { withoutHidden } from './text.ts';

/** Whether digits end in their check digit (ISO/IEC 7812-1, annex B): from the right, every second one is doubled and its digits added. */
export const luhnValid = (digits: string): boolean => luhnSum(digits) % 10 === 0;

/** The digit that makes digits valid when it is put behind them. */
export const checkDigitOf = (digits: string): string =>
  String((10 - (luhnSum(`${digits}0`) % 10)) % 10);

const luhnSum = (digits: string): number => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
};

/** How many digits a network's numbers have, from and to. */
type Lengths = readonly [min: number, max: number];

/**
 * The beginnings and lengths of the networks' numbers, by ISO/IEC 7812 and the tables that the
 * networks publish of their ranges. One page collects these tables
 * (wikipedia.org/wiki/Payment_card_number); RuPay publishes more digits.
 */
const networks: readonly (readonly [network: string, prefix: RegExp, ...lengths: Lengths[]])[] = [
  ['Visa', /^4/, [13, 13], [16, 16], [19, 19]],
  ['Mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16, 16]],
  ['American Express', /^3[47]/, [15, 15]],
  ['Discover', /^(6011|64[4-9]|65)/, [16, 19]],
  ['Diners Club', /^(30[0-5]|3095|3[689])/, [14, 19]],
  ['JCB', /^35(2[89]|[3-8])/, [16, 19]],
  ['UnionPay', /^(62|81[0-6]|817[01])/, [16, 19]],
  ['Maestro', /^(5018|5020|5038|5893|6304|6759|676[1-3])/, [13, 19]],
  ['Mir', /^220[0-4]/, [16, 19]],
  ['RuPay', /^(508|6069|60[78]|817[2-9]|81[89]|820[0-2])/, [16, 16]],
  ['Dankort', /^5019/, [16, 16]],
  ['Troy', /^9792/, [16, 16]],
  ['Verve', /^(5060|5061|5078|5079|6500)/, [16, 16], [18, 19]],
  ['Elo', /^(5066|5067|509|6363)/, [16, 16]],
  ['Hipercard', /^606282/, [16, 16]],
];

const digits_min = 13;
const digits_max = 19;

const ofNetwork = (digits: string): boolean =>
  networks.some(
    ([, prefix, ...lengths]) =>
      lengths.some(([min, max]) => digits.length >= min && digits.length <= max) &&
      prefix.test(digits),
  );

/** Digits, spaces, dashes and dots; anything else ends a number. Listed: a Unicode property class costs 1 ms at first use. */
const stretches = /[0-9 \u2010-\u2015\u2212.\u00b7\u2022\u2027\u22c5\u3002\u30fb-]+/g;

/** One random UUID in seven hundred holds what would be a card number; identifiers hold none. */
const uuid =
  /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-z])/gi;

/**
 * Whether a text holds a full card number: Luhn-valid digits that begin like a network's numbers
 * and are as long. Digits of any script count; spaces, dashes, dots and characters without width
 * between them are ignored. A number starts and ends where a group of digits does, so that a card
 * followed by its expiry is found and a piece of a longer number is not. It stands alone: Latin
 * letters that touch it make it a part of an identifier. Linear in the length of the text.
 */
export const holdsCardNumber = (text: string): boolean => {
  if (text.length < digits_min) return false;
  const plainText = plain(text);
  // Most texts hold fewer digits than any card number has, and need not be looked at closer.
  if (plainText.replace(/[^0-9]+/g, '').length < digits_min) return false;
  return stretchesIn(plainText).some(
    (stretch) => firstNumber(groupsOf(stretch).filter(standsAlone)) !== undefined,
  );
};

/**
 * An ASCII text with the digits of what could be a card number as asterisks, but for the last four; also where it is a part of an
 * identifier. For keys of callers, which are taken as they are and must not be read in a log.
 */
export const withMaskedCardNumbers = (text: string): string => {
  let masked = text;
  for (const stretch of stretchesIn(text)) {
    let groups = groupsOf(stretch);
    for (let found = firstNumber(groups); found; found = firstNumber(groups)) {
      const [start, end] = found;
      const hidden = masked.slice(start, end).replace(/[0-9](?=(?:[^0-9]*[0-9]){4})/g, '*');
      masked = `${masked.slice(0, start)}${hidden}${masked.slice(end)}`;
      groups = groups.filter(({ at }) => at >= end);
    }
  }
  return masked;
};

/** Digits without anything between them; `before` and `after` are what touches them. */
type Group = {
  readonly digits: string;
  readonly at: number;
  readonly before: string;
  readonly after: string;
};
type Stretch = { readonly at: number; readonly end: number; readonly text: string };

/** The stretches of digits and of what may stand between those of one number, without identifiers. */
const stretchesIn = (text: string): Stretch[] => {
  const found = text.replace(uuid, (id) => '/'.repeat(id.length)).matchAll(stretches);
  return [...found].map(({ 0: { length }, index: at }) => ({ at, end: at + length, text }));
};

const groupsOf = ({ at, end, text }: Stretch): Group[] =>
  [...text.slice(at, end).matchAll(/[0-9]+/g)].map(({ 0: digits, index }) => {
    const [start, stop] = [at + index, at + index + digits.length];
    return { digits, at: start, before: text.charAt(start - 1), after: text.charAt(stop) };
  });

const standsAlone = ({ before, after }: Group): boolean =>
  !letter.test(before) && !letter.test(after);

/** Scripts without spaces between their words have no other border between a word and a number. */
const letter = /[A-Za-z_]/;

/** The text with ASCII digits and spaces for every other form of them. Most texts have no other form. */
const plain = (text: string): string =>
  /[\u0080-\uffff]/.test(text)
    ? withoutHidden(text.normalize('NFKC'), '')
        .replace(/\p{Nd}/gu, digitOf)
        .replace(/\p{Zs}/gu, ' ')
    : text;

/** The ten digits of a script follow each other from zero, and scripts that touch do so in tens. */
const digitOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
};

/** From where to where the first number stands. */
const firstNumber = (
  groups: readonly Group[],
): readonly [start: number, end: number] | undefined => {
  for (const start of groups.keys()) {
    const end = endOfNumber(groups, start);
    if (end !== undefined) return [groups[start]?.at ?? 0, end];
  }
  return undefined;
};

/** Joins groups until they are longer than any card number: at most 19 groups, whatever the length of the text. */
const endOfNumber = (groups: readonly Group[], start: number): number | undefined => {
  let digits = '';
  for (const group of groups.slice(start, start + digits_max)) {
    digits += group.digits;
    if (digits.length > digits_max) return undefined;
    if (digits.length >= digits_min && ofNetwork(digits) && luhnValid(digits))
      return group.at + group.digits.length;
  }
  return undefined;
};
