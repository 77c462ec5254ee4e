import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TableName, tables } from '../../functions/core/dynamodb/keys.ts';
import type { Local } from '../../local/start.ts';
import { storedIn } from './tables.ts';

/** Personal data and secrets that a test plants, by what they are. */
export type Markers = Readonly<Record<string, string>>;

/** A word that nothing else can have written, so that finding it says where it came from. */
export const aWord = (): string => `marker${randomBytes(6).toString('hex')}`;

/** A phone number, as little likely to be anybody else's. */
export const aPhone = (): string => `+49151${digits(8)}`;

/** Luhn-valid, of a range that cards have. */
export const aCardNumber = (): string => {
  const body = `4${digits(14)}`;
  const sum = [...body].reduce(
    (total, digit, i) => total + folded(Number(digit) * (i % 2 === 0 ? 2 : 1)),
    0,
  );
  return `${body}${(10 - (sum % 10)) % 10}`;
};

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** Luhn's way to add up what a doubled digit became. */
const folded = (value: number) => (value > 9 ? value - 9 : value);

/** A marker as it was written and in base64; a card number also in groups, a webhook secret also without its prefix. */
export const formsOf = (marker: string): (string | Buffer)[] => {
  const plain = [marker, Buffer.from(marker).toString('base64').replace(/=+$/, '')];
  const [, secret] = /^whsec_(.+)$/.exec(marker) ?? [];
  if (secret !== undefined) return [...plain, ...formsOf(secret), Buffer.from(secret, 'base64')];
  const grouped = /^\d{16}$/.test(marker)
    ? [' ', '-'].map((gap) => marker.replace(/(\d{4})(?=\d)/g, `$1${gap}`))
    : [];
  return [...plain, ...grouped];
};

/** Fails where a marker is found in any of its forms; it never prints the marker. */
export const assertAbsent = (where: readonly (string | Buffer)[], markers: Markers): void => {
  const bytes = where.map((one) => (typeof one === 'string' ? Buffer.from(one) : one));
  for (const [what, marker] of Object.entries(markers))
    for (const form of formsOf(marker))
      assert.ok(!bytes.some((one) => one.includes(form)), `${what} is found`);
};

/** Every line that a function of a service has printed. */
export const linesOf = ({ logs }: Local): string[] => logs.lines().map(({ line }) => line);

/** Every file of these folders. */
export const filesIn = (...folders: readonly string[]): Buffer[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));

/** Every item of a service, as text. */
export const itemsOf = async (local: Local, table: TableName): Promise<string[]> =>
  (await storedIn(local).items(table)).map((item) => JSON.stringify(item));

/** All that a service keeps: every file of its folder, and what its tables say, wherever their engine keeps it. */
export const allKept = async (local: Local, folder: string): Promise<(string | Buffer)[]> => {
  const items = await Promise.all(
    (Object.keys(tables) as TableName[]).map((table) => itemsOf(local, table)),
  );
  return [...filesIn(folder), ...items.flat()];
};
