import type { Outcome } from '../functions/outcome.ts';

/** How a batch went: `failed` holds the items that must come again. */
export type BatchOutcome =
  | { readonly kind: 'done'; readonly failed: ReadonlySet<string> }
  /** The function threw, crashed, ran out of time, or gave an answer that says nothing about the items. */
  | { readonly kind: 'thrown' };

/**
 * Reads what a function answered about the items with these ids. Only a mapping with ReportBatchItemFailures looks at
 * the answer, and takes one that it does not understand, or that names an item nobody sent, for the failure of all.
 */
export const batchOutcomeOf = (
  outcome: Outcome | undefined,
  ids: ReadonlySet<string>,
  reportsItems: boolean,
): BatchOutcome => {
  if (!outcome || outcome.functionError) return thrown;
  if (!reportsItems) return allDone;
  const answer = parsed(outcome.payload);
  if (answer === null) return allDone;
  if (typeof answer !== 'object') return thrown;
  const items: unknown = (answer as { readonly batchItemFailures?: unknown }).batchItemFailures ?? [];
  if (!Array.isArray(items)) return thrown;
  const failed = items.map((item) => (item as { readonly itemIdentifier?: unknown } | null)?.itemIdentifier);
  if (!failed.every((id) => typeof id === 'string' && ids.has(id))) return thrown;
  return { kind: 'done', failed: new Set(failed as string[]) };
};

const thrown: BatchOutcome = { kind: 'thrown' };
const allDone: BatchOutcome = { kind: 'done', failed: new Set() };

const parsed = (payload: string): unknown => {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
};
