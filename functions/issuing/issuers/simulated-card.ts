import { checkDigitOf } from '../../core/card-number.ts';

/** The first digits of every simulated card: Visa's range of test cards, which no merchant charges. */
export const test_bin = '400000';
export const simulated_brand = 'visa';

/** ISO/IEC 7812-1 allows 19 digits; cards of this brand have 16, the last being the check digit. */
const number_digits = 16;
const account_digits = number_digits - test_bin.length - 1;
const cvc_digits = 3;

/** The cardholder name that the simulated issuer rejects, in either case. The list of scenarios reads it too. */
export const refusedCard = {
  cardholder_name: 'Not Accepted',
  description: 'The issuer rejects the order: the error is issuer_refused.',
} as const;

/** The number derived from a MAC of 32 bytes: the same every time, and impossible to guess without the key. */
export const simulatedNumber = (
  mac: Uint8Array,
): { readonly number: string; readonly cvc: string } => {
  const bytes = Buffer.from(mac);
  const unchecked = `${test_bin}${digitsOf(bytes.subarray(0, 16), account_digits)}`;
  return {
    number: `${unchecked}${checkDigitOf(unchecked)}`,
    cvc: digitsOf(bytes.subarray(16, 32), cvc_digits),
  };
};

/** So many digits of far more random bits, so that none is likelier than another. */
const digitsOf = (bytes: Buffer, count: number): string =>
  (BigInt(`0x${bytes.toString('hex')}`) % 10n ** BigInt(count)).toString().padStart(count, '0');
