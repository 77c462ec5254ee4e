import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordPolicy } from './settings.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** What is kept of a password: salt and hash. */
export const hashed = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return `${salt.toString('base64')}:${(await derive(password, salt, hash_bytes)).toString('base64')}`;
};

/** Whether it is the password; where nothing is kept it takes as long to say no. */
export const matches = async (password: string, kept: string | undefined): Promise<boolean> => {
  const [salt, hash] = (kept ?? nobodys).split(':').map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  return timingSafeEqual(await derive(password, salt, hash_bytes), hash) && kept !== undefined;
};

const hash_bytes = 32;
const nobodys = `${randomBytes(16).toString('base64')}:${randomBytes(hash_bytes).toString('base64')}`;

/** What a password lacks, as Cognito says it; undefined when nothing. */
export const lacking = (password: string, policy: PasswordPolicy): string | undefined => {
  if (password.length < policy.length_min) return 'Password not long enough';
  if (password.length > 256) return 'Password too long';
  if (policy.lowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (policy.uppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (policy.numbers && !/\d/.test(password)) return 'Password must have numeric characters';
  if (policy.symbols && !/[^A-Za-z0-9]/.test(password)) return 'Password must have symbol characters';
  return undefined;
};

/** A password that every policy takes. */
export const madePassword = (length: number): string => {
  const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-_.+'];
  const picked = Array.from({ length: Math.max(length, 20) }, (_, at) => pick(kinds[at % kinds.length] ?? ''));
  return picked.join('');
};

const pick = (characters: string): string => characters[randomInt(characters.length)] ?? '';
