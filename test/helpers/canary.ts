import { randomBytes, randomInt } from 'node:crypto';

/** A word that nobody else can have written, so that finding it says where it came from. */
export const aWord = (): string => `canary${randomBytes(6).toString('hex')}`;

/** A phone number, as little likely to be anybody else's. */
export const aPhone = (): string => `+49${digits(12)}`;

/** Luhn-valid, of a range that cards have. */
export const aCardNumber = (): string => {
  const body = `4${digits(14)}`;
  const sum = [...body].reduce((total, digit, i) => total + folded(Number(digit) * (i % 2 === 0 ? 2 : 1)), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
};

/** A canary as it was written, and as it looks in base64. */
export const looksOf = (canary: string): string[] => [
  canary,
  Buffer.from(canary).toString('base64').replace(/=+$/, ''),
];

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** Luhn's way to add up what a doubled digit became. */
const folded = (value: number) => (value > 9 ? value - 9 : value);
