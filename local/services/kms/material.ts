import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfiguration } from '../../bad-configuration.ts';
import { readWhole } from '../../own-files.ts';
import type { Key } from './key-ring.ts';

/**
 * The secret part of each key, 32 bytes, made when a key is first seen. With a folder it lies there, readable by its
 * owner alone.
 */
export const materialOf = (keys: readonly Key[], folder: string | undefined): ReadonlyMap<string, Buffer> => {
  const file = folder === undefined ? undefined : join(folder, 'kms-keys.json');
  const known = file === undefined ? undefined : readWhole<Record<string, string>>(file);
  const kept = new Map(Object.entries(known ?? {}).map(([id, secret]) => [id, Buffer.from(secret, 'base64')]));
  const missing = keys.filter(({ id }) => !kept.has(id));
  for (const { id } of missing) kept.set(id, randomBytes(32));
  if (folder !== undefined && file !== undefined && missing.length > 0) write(folder, file, kept);
  return kept;
};

/** By rename, so that a crash leaves either the old file or the new: without the keys everything sealed is lost. */
const write = (folder: string, file: string, kept: ReadonlyMap<string, Buffer>): void => {
  const text = JSON.stringify(Object.fromEntries([...kept].map(([id, secret]) => [id, secret.toString('base64')])));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  } catch (cause) {
    throw new BadConfiguration(`The data folder ${folder} cannot be written.`, { cause });
  }
};
