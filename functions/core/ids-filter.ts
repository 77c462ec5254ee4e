import * as z from 'zod/mini';
import type { Page, Wanted } from './dynamodb/list.ts';
import { id_suffix, idPrefixes, type ResourceType } from './ids.ts';
import { issueOf } from './validation.ts';

/** Ids in one list of them, as many as a page can have. */
const ids_max = 100;

type Kind = {
  readonly of: ResourceType;
  /** One of them in words: “customer”. */
  readonly word: string;
};

/** Some resources of a kind by their ids, with a comma between two. */
export const idsFilter = ({ of, word }: Kind) => {
  const form = `${idPrefixes[of]}_${id_suffix}`;
  const ids = new RegExp(`^${form}(,${form})*$`);
  const example = `${idPrefixes[of]}_01jd5fq7k9e8xv3m2n4p6r8t0`;
  return z.string().check(
    z.check(({ value, issues }) => {
      const detail = `Must be 1 to ${ids_max} ids of ${word}s, with a comma between two.`;
      if (!ids.test(value) || value.split(',').length > ids_max)
        issues.push(issueOf('invalid_format', value, detail));
    }),
    z.meta({
      description: `Only these ${word}s: up to ${ids_max} ids, separated by commas. An id that no ${word} has is left out.`,
      pattern: ids.source,
      examples: [`${example}w,${example}x`],
    }),
  );
};

/** Whether an id is on the page that a caller requests, or on one after it. */
export const isWithin = (id: string, { from, below }: Wanted): boolean =>
  (from === undefined || id >= from) && (below === undefined || id < below);

/** One page of the resources with these ids, newest first, read at once. */
export const pageOfIds = async <One extends { readonly id: string }>(
  ids: string,
  wanted: Wanted,
  read: (ids: readonly string[]) => Promise<readonly One[]>,
): Promise<Page<One>> => {
  const within = [...new Set(ids.split(','))].filter((id) => isWithin(id, wanted));
  const found = await read(within.toSorted().toReversed());
  const items = found.slice(0, wanted.limit);
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
};
