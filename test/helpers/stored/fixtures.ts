import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backfills } from '../../../bin/ops/backfill/backfills.ts';
import { pathsOf } from '../paths.ts';
import type { Any } from '../printed-document.ts';
import { type StoredKind, storedKinds } from './kinds.ts';
import { type DynamoJson, fromDynamoJson } from './seen.ts';

const root = fileURLToPath(new URL('../../fixtures/stored/', import.meta.url));

/** An item as a release stored it, unmarshalled. */
export type StoredItem = {
  readonly release: string;
  readonly kind: StoredKind;
  /** The words of its state. */
  readonly state: readonly string[];
  readonly item: Any;
};

const kindOfFile = (path: string): StoredKind | undefined => {
  const name = basename(path, '.json');
  return (Object.keys(storedKinds) as StoredKind[]).find(
    (kind) => kind.replaceAll('_', '-') === name,
  );
};

/** A text that sorts by age: `before-0.1.0` is older than `0.1.0`. */
const byAge = (path: string): string => path.replace(/^before-([^/]+)/, '$1-');

/** Every item that a release stored; of each state the first is the one that was chosen, others are what it names. */
export const storedItems: readonly StoredItem[] = pathsOf('*/*.json', { cwd: root })
  .toSorted((one, other) => (byAge(one) < byAge(other) ? -1 : 1))
  .flatMap((path) => {
    const kind = kindOfFile(path);
    if (!kind) return [];
    const byState: Readonly<Record<string, DynamoJson[]>> = JSON.parse(
      readFileSync(`${root}${path}`, 'utf8'),
    );
    return Object.entries(byState).flatMap(([state, all]) =>
      all.map((item) => ({
        release: dirname(path),
        kind,
        state: state.split(' '),
        item: fromDynamoJson(item),
      })),
    );
  });

/** The items of a kind, or those of them whose state has these words. */
export const storedOf = (kind: StoredKind, ...words: readonly string[]): readonly StoredItem[] =>
  storedItems.filter((one) => one.kind === kind && words.every((word) => one.state.includes(word)));

/** The item as `npm run ops -- backfill flat-items` stores it. */
export const flatStored = (item: Any): Any => {
  const derived = backfills['flat-items']?.derived(item);
  return JSON.parse(JSON.stringify(derived));
};
