/**
 * The calls of a worker to AWS for a batch, one after another, those made at once joined by ` + `,
 * and its units.
 */
export type WorkerCost = { readonly asks: readonly string[]; readonly units: number };

/**
 * Events of up to 1 KB to one webhook whose endpoint is healthy, and whose success was noted within the last minute. Secrets
 * are known: each is decrypted every five minutes at most.
 */
export const pipelineCases = {
  'one event': {
    fanOut: {
      asks: ['BatchGetItem + Query', 'PutItem', 'SendMessageBatch', 'UpdateItem'],
      units: 9.5,
    },
    deliver: { asks: ['BatchGetItem', 'PutItem', 'BatchGetItem', 'PutItem'], units: 8.5 },
  },
  /** Nothing is created twice: the event is confirmed, and nothing is scheduled. */
  'the same messages again': {
    fanOut: {
      asks: ['BatchGetItem + Query', 'PutItem', 'SendMessageBatch', 'UpdateItem'],
      units: 2.5,
    },
    deliver: { asks: ['BatchGetItem', 'BatchGetItem'], units: 3 },
  },
  /** The attempt is an item beside the delivery, the endpoint's health changes, and the next attempt is scheduled. */
  'one event to an endpoint that fails': {
    fanOut: {
      asks: ['BatchGetItem + Query', 'PutItem', 'SendMessageBatch', 'UpdateItem'],
      units: 9.5,
    },
    deliver: {
      asks: [
        'BatchGetItem',
        'PutItem',
        'BatchGetItem',
        'TransactWriteItems',
        'SendMessageBatch',
        'TransactWriteItems',
      ],
      units: 14.5,
    },
  },
} as const satisfies Record<string, { readonly fanOut: WorkerCost; readonly deliver: WorkerCost }>;

/**
 * Ten events of one business, in one batch: its webhooks are read once, and the events in one call.
 * The deliveries that are notified are read in one call too, with the health of their endpoint.
 * Everything else is one call for each of the ten.
 */
export const batchCase = {
  fanOut: {
    asks: { BatchGetItem: 1, Query: 1, PutItem: 10, SendMessageBatch: 10, UpdateItem: 10 },
    units: 86,
  },
  deliver: { asks: { BatchGetItem: 11, PutItem: 20 }, units: 80.5 },
} as const;

/**
 * The calls of a sweep to AWS and its costs, by what it finds. Reads of an index that finds nothing
 * cost half a unit each.
 */
export const sweepCases = {
  /** Sixteen shards of three tables. */
  nothing: { asks: { Query: 48 }, units: 24 },
  /** One of every kind, of one business, in two shards of each table: each that held something is looked at once more. */
  'one of each kind': { asks: { Query: 53, BatchGetItem: 5, TransactWriteItems: 7 }, units: 61.5 },
} as const;
