import { hash, randomInt } from 'node:crypto';
import type { KeyKind } from '../../domain/accounts/account.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of 62 are more than 190 bits: no slow hash is needed, since nobody can guess one. */
const randomCharacters = 32;
/** 62^6 is more than 2^32: the checksum fits. */
const checksumCharacters = 6;

/** `sk_sandbox_`, `pk_live_`, `rk_live_`, …: what a key is for can be read from it. */
export const keyPrefix = (kind: KeyKind, environment: string): string => `${beginnings[kind]}_${environment}_`;

const beginnings = { secret: 'sk', public: 'pk', restricted: 'rk' } as const satisfies Record<KeyKind, string>;

/** A new key: prefix, 32 random base62 characters, and 6 of the CRC-32 of all before. */
export const makeKey = (kind: KeyKind, environment: string): string => {
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join('');
  const body = `${keyPrefix(kind, environment)}${random}`;
  return `${body}${checksumOf(body)}`;
};

/** Whether a key's checksum fits: a mistyped or invented key is known without asking the table. */
export const isWellFormed = (key: string): boolean => {
  const body = key.slice(0, -checksumCharacters);
  return body !== '' && key.slice(-checksumCharacters) === checksumOf(body);
};

/** What is stored of a key, and what it is found by: sha256, hex. */
export const hashOf = (key: string): string => hash('sha256', key, 'hex');

const checksumOf = (body: string) => {
  let rest = crc32Of(body);
  let text = '';
  for (let place = 0; place < checksumCharacters; place++) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
};

/** CRC-32 of ISO 3309, bit by bit: a key is short, and node:zlib would be loaded before every caller's first answer. */
const crc32Of = (text: string): number => {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};
