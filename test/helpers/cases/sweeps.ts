/** What a sweep asks of AWS and what it costs, by what it finds. Reads of an index that finds nothing cost half a unit each. */
export const sweepCases = {
  /** Sixteen shards of three tables. */
  nothing: { asks: { Query: 48 }, units: 24 },
  /** One of every kind, of one business: each shard that held something is looked at once more. */
  'one of each kind': { asks: { Query: 55, BatchGetItem: 7, TransactWriteItems: 7 }, units: 62.5 },
} as const;
