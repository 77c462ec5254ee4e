import { type InvocationOutcome, payload_bytes_max } from '../functions/outcome.ts';
import { jsonIn } from '../json-protocol.ts';
import type { Mapping } from './settings.ts';

/** The parts of the machine that a running mapping needs. */
export type MappingContext = {
  /** Undefined when the function could not be run at all, for example while the machine stops. */
  invoke(functionName: string, payload: string): Promise<InvocationOutcome | undefined>;
  /** Whether the function's role still allows what the mapping does in its name. */
  mayRead(mapping: Mapping): boolean;
  areProcessorsBusy(): boolean;
  readonly workers: number;
};

/** How a batch went: `failed` holds the items that must come again. */
export type BatchOutcome =
  | { readonly kind: 'done'; readonly failed: ReadonlySet<string> }
  /** The function threw, crashed, ran out of time, or gave an answer that says nothing about the items. */
  | { readonly kind: 'thrown' };

/**
 * Reads what a function answered about the items with these ids. Only a mapping with ReportBatchItemFailures reads the
 * answer. One that it does not understand, or that names an unknown item, is a failure of all.
 */
export const batchOutcomeOf = (
  outcome: InvocationOutcome | undefined,
  ids: ReadonlySet<string>,
  reportsItems: boolean,
): BatchOutcome => {
  if (!outcome || outcome.functionError) return thrown;
  if (!reportsItems) return allDone;
  const answer = jsonIn(outcome.payload);
  if (answer === null) return allDone;
  if (typeof answer !== 'object') return thrown;
  const items: unknown =
    (answer as { readonly batchItemFailures?: unknown }).batchItemFailures ?? [];
  if (!Array.isArray(items)) return thrown;
  const failed = items.map(
    (item) => (item as { readonly itemIdentifier?: unknown } | null)?.itemIdentifier,
  );
  if (!failed.every((id) => typeof id === 'string' && ids.has(id))) return thrown;
  return { kind: 'done', failed: new Set(failed as string[]) };
};

const thrown: BatchOutcome = { kind: 'thrown' };
const allDone: BatchOutcome = { kind: 'done', failed: new Set() };

/** The event of a batch whose records are JSON texts already, and its other members, which begin with a comma. */
export const payloadOf = (texts: readonly string[], members = ''): string =>
  `${opening}${texts.join(',')}]${members}}`;

/** Cuts a list into batches that one invocation can carry beside other members of so many bytes. */
export const intoPayloads = <T extends { readonly text: string }>(
  items: readonly T[],
  members_bytes = 0,
): T[][] => {
  const batches: T[][] = [];
  let left = 0;
  for (const item of items) {
    const bytes = Buffer.byteLength(item.text) + 1;
    if (bytes > left || batches.length === 0) {
      batches.push([]);
      left = payload_bytes_max - members_bytes - opening.length - closing.length;
    }
    batches.at(-1)?.push(item);
    left -= bytes;
  }
  return batches;
};

const opening = '{"Records":[';
const closing = ']}';
