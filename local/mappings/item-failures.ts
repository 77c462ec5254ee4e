import type { Invoked } from '../invoke-later.ts';

/**
 * Which items of a batch failed, by their identifiers; `all` when the function failed, or named one that is not in the
 * batch. `reported`: whether the mapping looks at the answer at all.
 */
export const failedItems = (
  outcome: Invoked | undefined,
  identifiers: readonly string[],
  reported: boolean,
): ReadonlySet<string> | 'all' => {
  if (!outcome || outcome.functionError) return 'all';
  if (!reported) return new Set();
  const answer = outcome.payload as { batchItemFailures?: unknown } | null | undefined;
  const failures = answer?.batchItemFailures ?? [];
  // What is no answer of this form at all is, to Lambda, a success; a form that is broken is a failure of the whole.
  if (!Array.isArray(failures)) return 'all';
  const named = failures.map((failure) => (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier);
  const known = named.every((identifier) => identifiers.includes(identifier as string));
  return known ? new Set(named as string[]) : 'all';
};
