import { createCipheriv, createHash } from 'node:crypto';

/** The text (latin1) of an encryption dictionary and of the trailer that refers to it. */
export type Encryption = { readonly dictionary: string; readonly trailer: string };

/**
 * Whether the standard security handler opens a PDF with the empty user password (ISO 32000-2, 7.6.4: algorithms 4 to 6 and
 * 11). An owner password then only restricts printing and changes. False for what cannot be checked.
 */
export const opensWithoutPassword = ({ dictionary, trailer }: Encryption): boolean => {
  const user = stringOf(dictionary, 'U');
  const owner = stringOf(dictionary, 'O');
  const revision = numberOf(dictionary, 'R');
  if (!user || !owner || user.length < 32 || owner.length < 32 || revision === undefined)
    return false;
  const salt = user.subarray(32, 40);
  if (revision === 6) return hardenedHash(salt).equals(user.subarray(0, 32));
  if (revision === 5) return digest('sha256', salt).equals(user.subarray(0, 32));
  if (revision < 2 || revision > 4) return false;
  const id = firstId(trailer);
  const key = fileKey({ dictionary, owner, revision, id });
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32));
  let check = digest('md5', padding, id);
  for (let round = 0; round < 20; round++)
    check = rc4(Buffer.from(key.map((byte) => byte ^ round)), check);
  return check.equals(user.subarray(0, 16));
};

/** Takes the place of a password that is shorter; of the empty one, all of it (ISO 32000-1, 7.6.3.3). */
const padding = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);

type Keyed = {
  readonly dictionary: string;
  readonly owner: Buffer;
  readonly revision: number;
  readonly id: Buffer;
};

/** The key of the file by the empty password (algorithm 2). */
const fileKey = ({ dictionary, owner, revision, id }: Keyed): Buffer => {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE((numberOf(dictionary, 'P') ?? 0) | 0);
  const metadataOpen = revision === 4 && /\/EncryptMetadata\s{1,9}false/.test(dictionary);
  const parts = [
    padding,
    owner.subarray(0, 32),
    permissions,
    id,
    Buffer.alloc(metadataOpen ? 4 : 0, 0xff),
  ];
  let key = digest('md5', ...parts);
  if (revision === 2) return key.subarray(0, 5);
  const bits = revision === 4 ? 128 : (numberOf(dictionary, 'Length') ?? 40);
  const bytes = Math.min(16, Math.max(5, bits / 8));
  for (let round = 0; round < 50; round++) key = digest('md5', key.subarray(0, bytes));
  return key.subarray(0, bytes);
};

/** The hash of revision 6 for the empty password (algorithm 2.B). */
const hardenedHash = (salt: Buffer): Buffer => {
  let key = digest('sha256', salt);
  for (let round = 0; ; round++) {
    const cipher = createCipheriv(
      'aes-128-cbc',
      key.subarray(0, 16),
      key.subarray(16, 32),
    ).setAutoPadding(false);
    const encrypted = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)));
    const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = digest(sum % 3 === 0 ? 'sha256' : sum % 3 === 1 ? 'sha384' : 'sha512', encrypted);
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
};

const digest = (algorithm: string, ...parts: readonly Buffer[]): Buffer => {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RC4, which no OpenSSL of today brings: old files are encrypted with it. */
const rc4 = (key: Buffer, data: Buffer): Buffer => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    const kept = at(one);
    state[one & 255] = at(other);
    state[other & 255] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let j = 0;
  return Buffer.from(
    data.map((byte, position) => {
      const i = (position + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
};

const numberOf = (dictionary: string, name: string): number | undefined => {
  const found = new RegExp(`/${name}\\s{0,9}(-?\\d{1,10})(?![\\d.])`).exec(dictionary)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** The bytes of a string entry, literal or hexadecimal. */
const stringOf = (dictionary: string, name: string): Buffer | undefined => {
  const found = new RegExp(`/${name}\\s{0,9}(?=[(<])`).exec(dictionary);
  return found ? stringAt(dictionary, found.index + found[0].length) : undefined;
};

/** The first of the two strings that identify a file; empty where it has none. */
const firstId = (trailer: string): Buffer => {
  const found = /\/ID\s{0,9}\[\s{0,9}(?=[(<])/.exec(trailer);
  return (found && stringAt(trailer, found.index + found[0].length)) ?? Buffer.alloc(0);
};

/** The string that begins at a position (ISO 32000-1, 7.3.4); undefined for one that does not end. */
const stringAt = (text: string, from: number): Buffer | undefined => {
  if (text[from] === '<') {
    const end = text.indexOf('>', from);
    return end === -1
      ? undefined
      : Buffer.from(text.slice(from + 1, end).replace(/\s/g, ''), 'hex');
  }
  let read = '';
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '\\') {
      const [escaped = ''] = /^(?:[0-7]{1,3}|\r\n|[\s\S])/.exec(text.slice(at + 1, at + 4)) ?? [];
      read += unescaped(escaped);
      at += escaped.length;
      continue;
    }
    if (character === '(' && depth++ === 0) continue;
    if (character === ')' && --depth === 0) return Buffer.from(read, 'latin1');
    // A line end of any kind stands for one line feed.
    read += character === '\r' ? (text[at + 1] === '\n' ? '' : '\n') : character;
  }
  return undefined;
};

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
};

const unescaped = (escaped: string): string =>
  /^[0-7]/.test(escaped)
    ? String.fromCharCode(Number.parseInt(escaped, 8) & 255)
    : (escapes[escaped] ?? escaped);
