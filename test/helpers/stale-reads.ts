import type { Attributes } from '../../local/dynamodb/engine/values/value.ts';
import { type BatchGetRequests, idOf } from './table-requests.ts';

/** A read that is not consistent misses what was written for so long at most; an index may for longer. */
export const unseen_ms_max = 1_000;

/** A write that some reads miss, and the item before it. */
type Late = {
  readonly written_at: number;
  readonly shown_at: number;
  readonly before: Attributes | undefined;
};

type Answer = { readonly Responses?: Readonly<Record<string, readonly Attributes[]>> };

/** Reads of tables that need not be consistent: what of an item they do not see yet. */
export const staleReads = (now: () => number) => {
  const late = new Map<string, Late[]>();
  let last_shown_at = 0;
  /** The versions of an item that such a read misses, the oldest first. */
  const missed = (id: string): Late[] => {
    const all = late.get(id) ?? [];
    const left = all.filter(
      (one) => one.shown_at > now() && one.written_at > now() - unseen_ms_max,
    );
    if (left.length > 0) late.set(id, left);
    else late.delete(id);
    return left;
  };
  return {
    /** Notes a write that is shown after so long, and after all before it. */
    wrote: (id: string, before: Attributes | undefined, lag_ms: number): void => {
      last_shown_at = Math.max(last_shown_at, now() + lag_ms);
      late.set(id, [...missed(id), { written_at: now(), shown_at: last_shown_at, before }]);
    },
    /** The answer of the engine to a BatchGetItem, without what such a read misses. */
    answered: <A extends Answer>(requests: BatchGetRequests, answer: A): A => {
      if (late.size === 0) return answer;
      const Responses = Object.entries(answer.Responses ?? {}).map(([TableName, items]) => {
        const { Keys = [], ConsistentRead } = requests[TableName] ?? {};
        const stale = ConsistentRead
          ? []
          : Keys.map((Key) => ({
              id: idOf({ TableName, Key }),
              of: missed(idOf({ TableName, Key })),
            })).filter(({ of }) => of.length > 0);
        const ids = new Set(stale.map(({ id }) => id));
        const seen = items.filter(
          ({ pk, sk }) => !ids.has(idOf({ TableName, Key: { pk, sk } as Attributes })),
        );
        return [
          TableName,
          [...seen, ...stale.flatMap(({ of: [first] }) => first?.before ?? [])],
        ] as const;
      });
      return { ...answer, Responses: Object.fromEntries(Responses) };
    },
    /** From here on everything is seen. */
    forget: () => late.clear(),
  };
};
