import * as z from 'zod/mini';
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
