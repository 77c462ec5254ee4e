import type { Address } from '../../identity/customers/address.ts';
import type { Customer } from '../../identity/customers/model.ts';
import { representativeOf } from '../../identity/customers/persons.ts';
import type { Card } from './model.ts';

/** The default cardholder name, in Latin letters where they were given: the customer's, or that of who acts for a business. */
export const cardholderOf = (customer: Customer): string => {
  if (customer.type === 'individual') return fullName(latinOf(customer));
  const person = representativeOf(customer.persons);
  const name = person ? fullName(latinOf(person)) : '';
  return name === '' ? shortened(legalNameOf(customer)) : name;
};

type Named = { readonly first_name: string | null; readonly last_name: string | null };

/** First and last name, in Latin letters where they were given. */
const latinOf = ({
  first_name,
  last_name,
  latin_name,
}: Named & { readonly latin_name: Named | null }): Named => latin_name ?? { first_name, last_name };

const legalNameOf = ({ legal_name, latin_name }: Extract<Customer, { type: 'business' }>): string =>
  latin_name?.legal_name ?? legal_name ?? '';

/** The name that an open card bears: only closed ones are redacted. */
export const nameOn = ({ cardholder_name }: Pick<Card, 'cardholder_name'>): string =>
  cardholder_name ?? '';

/** Names are as long as 100 characters, and so is the name on a card. */
const name_characters_max = 100;

const shortened = (name: string): string =>
  [...name].slice(0, name_characters_max).join('').trimEnd();

const fullName = ({ first_name, last_name }: Named): string =>
  shortened([first_name, last_name].filter((name) => name !== null).join(' '));

/** The cardholder as the issuer gets it: one for each customer. */
export type Cardholder = {
  readonly type: 'individual' | 'company';
  /** The name on all his cards. */
  readonly name: string;
  /** The first name of an individual, and of the person who acts for a company. */
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** `YYYY-MM-DD`; null for a company. */
  readonly date_of_birth: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly billing_address: Address | null;
};

/** The cardholder that a customer is. */
export const cardholderFrom = (customer: Customer): Cardholder => {
  const { email, phone, address: billing_address } = customer;
  const reached = { name: cardholderOf(customer), email, phone, billing_address };
  if (customer.type === 'individual') {
    const { date_of_birth } = customer;
    const { first_name, last_name } = latinOf(customer);
    return { ...reached, type: 'individual', first_name, last_name, date_of_birth };
  }
  const person = representativeOf(customer.persons);
  const { first_name, last_name } = person
    ? latinOf(person)
    : { first_name: null, last_name: null };
  return {
    ...reached,
    type: 'company',
    name: legalNameOf(customer),
    first_name,
    last_name,
    date_of_birth: null,
  };
};

/** A line of a card has so many characters at most. */
const line_characters_max = 24;

/**
 * A name as it can be printed on a card: Latin letters and the punctuation of names. Null if it has letters of another script,
 * which nobody can transliterate but the person, or no letters at all.
 */
export const printable = (name: string): string | null => {
  const plain = name
    .replace(/[‘’ʻʼ´`′]/gu, "'")
    .replace(/[‐‑‒–—−]/gu, '-')
    .normalize('NFKC')
    .replace(/\p{M}/gu, '');
  const kept = plain
    .replace(/[^\p{Script=Latin} .,'-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const isForeign = /\p{L}/u.test(plain.replace(/\p{Script=Latin}/gu, ''));
  return isForeign || !/\p{L}/u.test(kept) ? null : kept;
};

/** A printable name cut to a line. */
export const onLine = (name: string): string =>
  [...name].slice(0, line_characters_max).join('').trimEnd();

/**
 * A person's printable name within a line. The family name stays whole as long as it can. A name
 * that is too long loses all given names but the first, then the first becomes its initial, then it
 * goes.
 */
export const personOnLine = (name: string, family = familyOf(name)): string => {
  const [first = ''] = name
    .slice(0, name.length - family.length)
    .trim()
    .split(' ');
  const shorter = [name, `${first} ${family}`, `${[...first][0] ?? ''} ${family}`].map((one) =>
    one.trim(),
  );
  return shorter.find((one) => [...one].length <= line_characters_max) ?? onLine(family);
};

/** The last word of a name. */
export const familyOf = (name: string): string => name.split(' ').at(-1) ?? name;
