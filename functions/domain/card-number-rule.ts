import { luhnValid } from './luhn.ts';

const digits_min = 13;
const digits_max = 19;

/** The first digits of the networks whose numbers must never be kept: 2 and 5 Mastercard, 3 American Express and others, 4 Visa, 6 Discover and others. */
const firstDigits = '23456';

/** What ends a number: anything but digits, spaces (U+00A0 and its kin too) and dashes. Listed: a Unicode property class costs 1 ms at first use. */
const ending = /[^0-9 \u00a0\u2000-\u200a\u202f\u205f\u3000\u2010-\u2015\u2212\uff0d-]/;

/**
 * Whether a text holds what looks like a full card number: 13 to 19 digits, spaces and dashes between them ignored,
 * first digit 2 to 6, Luhn-valid. A number starts and ends where a group of digits does, so that a card followed by its
 * expiry is found and a piece of a longer number is not. Linear in the length of the text.
 */
export const holdsCardNumber = (text: string): boolean => {
  if (text.length < digits_min) return false;
  return text.split(ending).some((stretch) => {
    const groups = stretch.split(/[^0-9]+/).filter((group) => group !== '');
    return groups.some((_, start) => startsCardNumber(groups, start));
  });
};

/** Joins groups until they are longer than any card number: at most 19 groups, whatever the length of the text. */
const startsCardNumber = (groups: readonly string[], start: number): boolean => {
  if (!firstDigits.includes(groups[start]?.[0] ?? '-')) return false;
  let digits = '';
  for (let next = start; next < groups.length && digits.length <= digits_max; next += 1) {
    digits += groups[next];
    if (digits.length >= digits_min && digits.length <= digits_max && luhnValid(digits)) return true;
  }
  return false;
};
