import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordPolicy } from './settings.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** The stored form of a password: salt and hash. */
export const hashed = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return `${salt.toString('base64')}:${(await derive(password, salt, hash_bytes)).toString('base64')}`;
};

/** Whether it is the password; where nothing is kept it takes as long to say no. */
export const matches = async (password: string, kept: string | undefined): Promise<boolean> => {
  const [salt, hash] = (kept ?? nobodys).split(':').map((part) => Buffer.from(part, 'base64')) as [
    Buffer,
    Buffer,
  ];
  return timingSafeEqual(await derive(password, salt, hash_bytes), hash) && kept !== undefined;
};

const hash_bytes = 32;
const nobodys = `${randomBytes(16).toString('base64')}:${randomBytes(hash_bytes).toString('base64')}`;

/**
 * A rule for every password of a pool: the pattern of all that keep it, and Cognito's words on
 * others.
 */
export type Rule = {
  readonly name: 'length' | 'lowercase' | 'uppercase' | 'number' | 'symbol';
  readonly pattern: string;
  readonly sentence: string;
};

/** The rules of a policy, in the order in which Cognito checks them. */
export const rulesOf = (policy: PasswordPolicy): readonly Rule[] => [
  {
    name: 'length',
    pattern: `^[^]{${policy.length_min},256}$`,
    sentence: 'Password not long enough',
  },
  ...(policy.lowercase ? [characters('lowercase', '[a-z]')] : []),
  ...(policy.uppercase ? [characters('uppercase', '[A-Z]')] : []),
  ...(policy.numbers ? [characters('number', '[0-9]', 'numeric')] : []),
  ...(policy.symbols ? [characters('symbol', symbols)] : []),
];

/** https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html */
const symbols = '[\\^$*.[\\]{}()?"!@#%&/\\\\,><\':;|_~`=+\\- ]';

const characters = (name: Rule['name'], pattern: string, kind: string = name): Rule => ({
  name,
  pattern,
  sentence: `Password must have ${kind} characters`,
});

/** The rules that a password does not keep. */
export const unkept = (password: string, policy: PasswordPolicy): readonly Rule[] =>
  rulesOf(policy).filter(({ pattern }) => !new RegExp(pattern).test(password));

/** A password that every policy takes. */
export const madePassword = (length: number): string => {
  const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-_.+'];
  const picked = Array.from({ length: Math.max(length, 20) }, (_, at) =>
    pick(kinds[at % kinds.length] ?? ''),
  );
  return picked.join('');
};

const pick = (characters: string): string => characters[randomInt(characters.length)] ?? '';
